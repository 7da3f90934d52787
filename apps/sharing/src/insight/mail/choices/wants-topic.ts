import { OPT_IN_MAIL_TOPICS, type MailTopic } from '@daymark/contracts'
import type { Database } from '@daymark/platform'

/** `owner`: a column, or a parameter. Only of topics that somebody turns on: of the others the copy need not know. */
export const wants = (owner: string, topic: (typeof OPT_IN_MAIL_TOPICS)[number]): string =>
  `EXISTS (SELECT FROM mail_preferences c WHERE c.owner_id = ${owner} AND '${topic}' = ANY (c.topics))`

export async function wantsTopic(db: Pick<Database, 'sql'>, ownerId: string, topic: MailTopic): Promise<boolean> {
  const [row] = await db.sql<{ wanted: boolean }>(`SELECT ${wants('$1', topic)} AS wanted`, [ownerId])
  return row?.wanted ?? false
}
