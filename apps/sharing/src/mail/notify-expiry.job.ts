import { LINK_EXPIRY_DAYS, VISITOR_REMINDER_DAYS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import {
  visitorAddresses,
  dayBefore,
  isWithinDailyLimit,
  DAILY_LIMITS,
  notificationsSince,
  topicEnabledSql,
} from './recipients.ts'
import { GalleryMails } from './gallery-mails.ts'

const BATCH = 100
const DAY_MS = 86_400_000
/** Reminders are sent at most this late, for example after downtime. A date set closer than that causes no reminder. */
const LATE_DAYS = 2
type Ending = { id: string; ownerId: string; expiresAt: Date }

/**
 * Selects links that expire soon and whose reminder is due. Links created with a shorter lifetime need no reminder.
 * `SKIP LOCKED` gives replicas different links.
 */
const TAKE_DUE = (column: 'owner_reminded_expiry' | 'visitors_reminded_expiry', condition: string): string => `
  WITH near AS (
    SELECT l.id FROM links l
    WHERE NOT l.revoked AND l.expires_at > $1 AND l.expires_at <= $2 AND l.created_at <= l.expires_at - make_interval(days => $3)
      AND l.${column} IS DISTINCT FROM l.expires_at AND ${condition} ORDER BY l.expires_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE links l SET ${column} = l.expires_at FROM near WHERE l.id = near.id RETURNING l.id, l.owner_id, l.expires_at
  ) SELECT id, owner_id AS "ownerId", expires_at AS "expiresAt" FROM taken`
const OWNERS = TAKE_DUE('owner_reminded_expiry', 'true')
/** Reminders that would exceed the owner's daily limit are sent on a later day. */
const WITHIN_LIMIT = `${notificationsSince('l.owner_id', '$4')} + (
  SELECT count(DISTINCT p.email) FROM pick_lists p WHERE p.link_id = l.id) <= ${DAILY_LIMITS.notifications}`
const VISITORS = TAKE_DUE(
  'visitors_reminded_expiry',
  `${topicEnabledSql('l.owner_id', 'visitor_reminders')} AND ${WITHIN_LIMIT}`,
)
const RELEASE = 'UPDATE links SET visitors_reminded_expiry = NULL WHERE id = $1'

/** Reminds owners, and visitors if the owner has turned that on, that a link will expire. */
@Every('15m')
export class NotifyExpiry implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async run(): Promise<void> {
    while ((await this.notifyOwners()) === BATCH);
    while ((await this.notifyAllVisitors()) === BATCH);
  }

  private notifyOwners(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<Ending>(OWNERS, this.due(LINK_EXPIRY_DAYS))
      for (const link of links) await this.mails.toOwner(tx, link, { kind: 'link_expiry', ...cause(link) })
      return links.length
    })
  }

  private notifyAllVisitors(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<Ending>(VISITORS, [...this.due(VISITOR_REMINDER_DAYS), dayBefore(this.clock.now())])
      // ordered by owner, because the limit is checked under a lock per owner
      for (const link of links.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))) await this.notifyVisitors(tx, link)
      return links.length
    })
  }

  private due(days: number): (Date | number)[] {
    const now = +this.clock.now()
    return [...[days - LATE_DAYS, days].map(count => new Date(now + count * DAY_MS)), days]
  }

  /** Other reminders of this batch may have used the limit. */
  private async notifyVisitors(tx: Tx, link: Ending): Promise<void> {
    const addresses = await visitorAddresses(tx, link.id)
    const mails = { mails: addresses.length, now: this.clock.now() }
    if (!(await isWithinDailyLimit(tx, link.ownerId, mails))) return void tx.sql(RELEASE, [link.id])
    await this.mails.toVisitors(tx, link, { kind: 'link_expires', ...cause(link), addresses })
  }
}

const cause = ({ expiresAt }: Ending) => ({
  occasion: expiresAt.toISOString(),
  data: { expiresAt: expiresAt.toISOString() },
})
