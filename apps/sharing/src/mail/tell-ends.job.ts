import { LINK_EXPIRY_DAYS, VISITOR_REMINDER_DAYS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { addressesOf } from './addresses.ts'
import { wants } from './choices/wants-topic.ts'
import { GalleryMails } from './gallery-mails.ts'

const BATCH = 100
const DAY_MS = 86_400_000
/** An end that was set when it was nearer than this is no news; a service that was away is late by less. */
const LATE_DAYS = 2
type Ending = { id: string; ownerId: string; expiresAt: Date }

/**
 * Links whose end has come near and was not told. One that was made for fewer days ends as its owner knows. Held until the transaction
 * ends: of two replicas each takes its own.
 */
const TAKE = (told: 'owner_told_end' | 'visitors_told_end', also: string): string => `
  WITH near AS (
    SELECT l.id FROM links l
    WHERE NOT l.revoked AND l.expires_at > $1 AND l.expires_at <= $2 AND l.created_at <= l.expires_at - make_interval(days => $3)
      AND l.${told} IS DISTINCT FROM l.expires_at AND ${also} ORDER BY l.expires_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), told AS (
    UPDATE links l SET ${told} = l.expires_at FROM near WHERE l.id = near.id RETURNING l.id, l.owner_id, l.expires_at
  ) SELECT id, owner_id AS "ownerId", expires_at AS "expiresAt" FROM told`
const OWNERS = TAKE('owner_told_end', 'true')
const VISITORS = TAKE('visitors_told_end', wants('l.owner_id', 'visitor_reminders'))

/** Reminds owners, and visitors where their owner has that on, that a link is about to end. */
@Every('15m')
export class TellEnds implements Job {
  private readonly db: Database
  private readonly clock: Clock
  private readonly mails: GalleryMails
  constructor(db: Database, clock: Clock, mails: GalleryMails) {
    this.db = db
    this.clock = clock
    this.mails = mails
  }

  async run(): Promise<void> {
    while ((await this.near(OWNERS, LINK_EXPIRY_DAYS, (...of) => this.tellOwner(...of))) === BATCH);
    while ((await this.near(VISITORS, VISITOR_REMINDER_DAYS, (...of) => this.tellVisitors(...of))) === BATCH);
  }

  private near(take: string, days: number, tell: (tx: Tx, link: Ending) => Promise<void>): Promise<number> {
    const now = +this.clock.now()
    const [from, to] = [days - LATE_DAYS, days].map(many => new Date(now + many * DAY_MS))
    return this.db.commit(async tx => {
      const links = await tx.sql<Ending>(take, [from, to, days])
      for (const link of links) await tell(tx, link)
      return links.length
    })
  }

  private tellOwner(tx: Tx, link: Ending): Promise<void> {
    return this.mails.toOwner(tx, link, { kind: 'link_expiry', ...endOf(link) })
  }

  private async tellVisitors(tx: Tx, link: Ending): Promise<void> {
    const addresses = await addressesOf(tx, link.id)
    await this.mails.toVisitors(tx, link, { kind: 'link_expires', ...endOf(link), addresses })
  }
}

const endOf = ({ expiresAt }: Ending) => ({
  occasion: expiresAt.toISOString(),
  data: { expiresAt: expiresAt.toISOString() },
})
