import { OPT_IN_MAIL_TOPICS, type MailTopic } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { createHash } from 'node:crypto'

/** Removes the tag of an address: `anna+photos@` is delivered to `anna@`. Counts and opt-outs use the result. */
const mailboxAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** Identifies an address for comparison only. The hash differs for each photographer. */
export const addressHash = (ownerId: string, address: string): string =>
  createHash('sha256')
    .update(`${ownerId} ${mailboxAddress(address)}`)
    .digest('base64url')

/** Addresses of all visitors of a link who left one. */
export async function findVisitorAddresses(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>(
    'SELECT DISTINCT email FROM pick_lists WHERE link_id = $1 AND email IS NOT NULL ORDER BY email',
    [linkId],
  )
  return rows.map(({ email }) => email)
}

/** SQL: the opt-out of an address: 'none', this 'gallery', or 'all' galleries of the owner. */
export const optOutSql = (link: string, owner: string, hash: string): string => `
  CASE WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${owner} AND u.address_hash = ${hash}) THEN 'all'
    WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${link} AND u.address_hash = ${hash}) THEN 'gallery'
    ELSE 'none' END`

/**
 * SQL: whether the owner has turned the topic on. `owner` is a column or a parameter. Topics that are on by default are
 * not in the read model.
 */
export const topicEnabledSql = (owner: string, topic: (typeof OPT_IN_MAIL_TOPICS)[number]): string =>
  `EXISTS (SELECT FROM mail_preferences c WHERE c.owner_id = ${owner} AND '${topic}' = ANY (c.topics))`

export async function isTopicEnabled(db: Pick<Database, 'sql'>, ownerId: string, topic: MailTopic): Promise<boolean> {
  const [row] = await db.sql<{ enabled: boolean }>(`SELECT ${topicEnabledSql('$1', topic)} AS enabled`, [ownerId])
  return row?.enabled ?? false
}

/**
 * Emails per day to visitors of all galleries of an owner: personal links requested by visitors, and others caused by
 * the owner.
 */
export const DAILY_LIMITS = { personalLinks: 1000, notifications: 1000 } as const
const DAY_MS = 86_400_000

/** SQL: the number of emails caused by the owner since a time. `owner` is a column or a parameter. */
export const notificationsSinceSql = (owner: string, since: string): string => `(
  SELECT count(*)::int FROM mails m
  WHERE m.owner_id = ${owner} AND m.address_hash IS NOT NULL AND m.created_at > ${since} AND m.kind <> 'personal_link')`
const COUNT_NOTIFICATIONS = `SELECT ${notificationsSinceSql('$1', '$2')} AS sent`

export const oneDayBefore = (now: Date): Date => new Date(+now - DAY_MS)

/** Serializes the limit checks of an owner until the transaction ends. */
export const lockVisitorMails = (tx: Tx, ownerId: string): Promise<unknown> =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`visitor-mails ${ownerId}`])

/** Whether the owner's daily limit allows this number of additional emails. */
export async function isWithinDailyLimit(
  tx: Tx,
  ownerId: string,
  { mails, now }: { mails: number; now: Date },
): Promise<boolean> {
  void lockVisitorMails(tx, ownerId)
  const [row] = await tx.sql<{ sent: number }>(COUNT_NOTIFICATIONS, [ownerId, oneDayBefore(now)])
  return (row?.sent ?? 0) + mails <= DAILY_LIMITS.notifications
}
