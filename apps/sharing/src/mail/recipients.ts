import { OPT_IN_MAIL_TOPICS, type MailTopic, DAY_MS } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { createHash } from 'node:crypto'

/** Returns the address of the mailbox, because email to `anna+photos@` is delivered to `anna@`. Limits and opt-outs are per mailbox. */
const mailboxAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** Returns a hash by which addresses are compared without storing them. It differs for each photographer. */
export const addressHash = (ownerId: string, address: string): string =>
  createHash('sha256')
    .update(`${ownerId} ${mailboxAddress(address)}`)
    .digest('base64url')

/** Returns the email addresses that visitors of a link have entered. */
export async function findVisitorAddresses(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>(
    'SELECT DISTINCT email FROM pick_lists WHERE link_id = $1 AND email IS NOT NULL ORDER BY email',
    [linkId],
  )
  return rows.map(({ email }) => email)
}

/** SQL that returns what an address has opted out of: 'none', this 'gallery', or 'all' galleries of the owner. */
export const optOutSql = (link: string, owner: string, hash: string): string => `
  CASE WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${owner} AND u.address_hash = ${hash}) THEN 'all'
    WHEN EXISTS (SELECT FROM unsubscribes u WHERE u.scope_id = ${link} AND u.address_hash = ${hash}) THEN 'gallery'
    ELSE 'none' END`

/**
 * SQL condition: the owner has enabled an email topic that is off by default. `owner` is a column or a parameter. The read model does not
 * contain topics that are on by default.
 */
export const topicEnabledSql = (owner: string, topic: (typeof OPT_IN_MAIL_TOPICS)[number]): string =>
  `EXISTS (SELECT FROM mail_preferences c WHERE c.owner_id = ${owner} AND '${topic}' = ANY (c.topics))`

export async function isTopicEnabled(db: Pick<Database, 'sql'>, ownerId: string, topic: MailTopic): Promise<boolean> {
  const [row] = await db.sql<{ enabled: boolean }>(`SELECT ${topicEnabledSql('$1', topic)} AS enabled`, [ownerId])
  return row?.enabled ?? false
}

/**
 * Maximum number of emails per day to visitors of all galleries of an owner. `personalLinks` are requested by visitors; `notifications` are
 * all other emails, which the owner causes.
 */
export const DAILY_LIMITS = { personalLinks: 1000, notifications: 1000 } as const

/** SQL that counts the emails to visitors that an owner has caused since a time. `owner` is a column or a parameter. */
export const notificationsSinceSql = (owner: string, since: string): string => `(
  SELECT count(*)::int FROM mails m
  WHERE m.owner_id = ${owner} AND m.address_hash IS NOT NULL AND m.created_at > ${since} AND m.kind <> 'personal_link')`
const COUNT_NOTIFICATIONS = `SELECT ${notificationsSinceSql('$1', '$2')} AS sent`

export const oneDayBefore = (now: Date): Date => new Date(+now - DAY_MS)

/** Locks the email limits of an owner until the transaction ends, so that concurrent requests cannot exceed them. */
export const lockVisitorMails = (tx: Tx, ownerId: string): void => tx.lock(`visitor-mails ${ownerId}`)

/** Returns true if the owner's daily limit allows this number of additional emails. Locks the limit until the transaction ends. */
export async function isWithinDailyLimit(
  tx: Tx,
  ownerId: string,
  { mails, now }: { mails: number; now: Date },
): Promise<boolean> {
  lockVisitorMails(tx, ownerId)
  const [row] = await tx.sql<{ sent: number }>(COUNT_NOTIFICATIONS, [ownerId, oneDayBefore(now)])
  return (row?.sent ?? 0) + mails <= DAILY_LIMITS.notifications
}
