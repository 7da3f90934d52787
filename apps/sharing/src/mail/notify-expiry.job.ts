import { LINK_EXPIRY_REMINDER_DAYS, VISITOR_REMINDER_DAYS, DAY_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import {
  findVisitorAddresses,
  oneDayBefore,
  isWithinDailyLimit,
  DAILY_LIMITS,
  notificationsSinceSql,
  topicEnabledSql,
} from './recipients.ts'
import { GalleryMails } from './gallery-mails.ts'

const LINKS_PER_BATCH = 100
/** A reminder may be sent up to two days late, for example after downtime. Later, the link gets no reminder. */
const MAX_DAYS_LATE = 2
type ExpiringLink = { id: string; ownerId: string; expiresAt: Date }

/**
 * SQL that selects links that expire soon and whose reminder is due, and records the reminder. Links whose whole lifetime is shorter than
 * `$3` days get no reminder. With `SKIP LOCKED`, concurrent replicas get different links.
 */
const claimDueLinksSql = (column: 'owner_reminded_expiry' | 'visitors_reminded_expiry', condition: string): string => `
  WITH expiring AS (
    SELECT l.id FROM links l
    WHERE NOT l.revoked AND l.expires_at > $1 AND l.expires_at <= $2 AND l.created_at <= l.expires_at - make_interval(days => $3)
      AND l.${column} IS DISTINCT FROM l.expires_at AND ${condition} ORDER BY l.expires_at LIMIT ${LINKS_PER_BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE links l SET ${column} = l.expires_at FROM expiring WHERE l.id = expiring.id
  RETURNING l.id, l.owner_id AS "ownerId", l.expires_at AS "expiresAt"`
const CLAIM_OWNER_REMINDERS = claimDueLinksSql('owner_reminded_expiry', 'true')
/** SQL condition: the reminders of link `l` do not exceed the owner's daily limit. Otherwise they are sent on a later day. */
const IS_WITHIN_DAILY_LIMIT_SQL = `${notificationsSinceSql('l.owner_id', '$4')} + (
  SELECT count(DISTINCT p.email) FROM pick_lists p WHERE p.link_id = l.id) <= ${DAILY_LIMITS.notifications}`
const CLAIM_VISITOR_REMINDERS = claimDueLinksSql(
  'visitors_reminded_expiry',
  `${topicEnabledSql('l.owner_id', 'visitor_reminders')} AND ${IS_WITHIN_DAILY_LIMIT_SQL}`,
)
const RELEASE_REMINDER = 'UPDATE links SET visitors_reminded_expiry = NULL WHERE id = $1'

/** Reminds owners that a link will expire, and visitors if the owner has enabled such reminders. */
@Every('15m')
export class NotifyExpiry implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async run(): Promise<void> {
    while ((await this.notifyOwners()) === LINKS_PER_BATCH);
    while ((await this.notifyAllVisitors()) === LINKS_PER_BATCH);
  }

  private notifyOwners(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<ExpiringLink>(CLAIM_OWNER_REMINDERS, this.dueParameters(LINK_EXPIRY_REMINDER_DAYS))
      for (const link of links) await this.mails.enqueueForOwner(tx, link, { kind: 'link_expiry', ...mailCause(link) })
      return links.length
    })
  }

  private notifyAllVisitors(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<ExpiringLink>(CLAIM_VISITOR_REMINDERS, [
        ...this.dueParameters(VISITOR_REMINDER_DAYS),
        oneDayBefore(this.clock.now()),
      ])
      // in the order of owners, because the limit is checked under a lock per owner
      for (const link of links.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))) await this.notifyVisitors(tx, link)
      return links.length
    })
  }

  private dueParameters(days: number): (Date | number)[] {
    const now = +this.clock.now()
    return [...[days - MAX_DAYS_LATE, days].map(count => new Date(now + count * DAY_MS)), days]
  }

  /** Enqueues the reminders of a link. If other reminders in this batch have used up the daily limit, its reminders stay due. */
  private async notifyVisitors(tx: Tx, link: ExpiringLink): Promise<void> {
    const addresses = await findVisitorAddresses(tx, link.id)
    const request = { mails: addresses.length, now: this.clock.now() }
    if (!(await isWithinDailyLimit(tx, link.ownerId, request))) return tx.send(RELEASE_REMINDER, [link.id])
    await this.mails.enqueueForVisitors(tx, link, { kind: 'link_expires', ...mailCause(link), addresses })
  }
}

const mailCause = ({ expiresAt }: ExpiringLink) => ({
  occasion: expiresAt.toISOString(),
  data: { expiresAt: expiresAt.toISOString() },
})
