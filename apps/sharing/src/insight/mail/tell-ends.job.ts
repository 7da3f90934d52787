import { LINK_EXPIRY_DAYS, VISITOR_REMINDER_DAYS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { addressesOf } from './addresses.ts'
import { wants } from './choices/wants-topic.ts'
import { GalleryMails } from './gallery-mails.ts'
import { dayBefore, hasRoom, PER_DAY, toldSince } from './visitor-room.ts'

const BATCH = 100
const DAY_MS = 86_400_000
/** An end that was set when it was nearer than this is no news; a service that was away is late by less. */
const LATE_DAYS = 2
type Ending = { id: string; ownerId: string; expiresAt: Date }

/**
 * Links whose end has come near and was not told. One that was made for fewer days ends as its owner knows. Held until the transaction
 * ends: of two replicas each takes its own.
 */
const TAKE = (told: 'owner_reminded_expiry' | 'visitors_reminded_expiry', also: string): string => `
  WITH near AS (
    SELECT l.id FROM links l
    WHERE NOT l.revoked AND l.expires_at > $1 AND l.expires_at <= $2 AND l.created_at <= l.expires_at - make_interval(days => $3)
      AND l.${told} IS DISTINCT FROM l.expires_at AND ${also} ORDER BY l.expires_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), told AS (
    UPDATE links l SET ${told} = l.expires_at FROM near WHERE l.id = near.id RETURNING l.id, l.owner_id, l.expires_at
  ) SELECT id, owner_id AS "ownerId", expires_at AS "expiresAt" FROM told`
const OWNERS = TAKE('owner_reminded_expiry', 'true')
/** Those for whose mails there is room in the day of their owner; the others are told when there is. */
const ROOM = `${toldSince('l.owner_id', '$4')} + (
  SELECT count(DISTINCT p.email) FROM pick_lists p WHERE p.link_id = l.id) <= ${PER_DAY.told}`
const VISITORS = TAKE('visitors_reminded_expiry', `${wants('l.owner_id', 'visitor_reminders')} AND ${ROOM}`)
const NOT_TOLD = 'UPDATE links SET visitors_reminded_expiry = NULL WHERE id = $1'

/** Reminds owners, and visitors where their owner has that on, that a link is about to end. */
@Every('15m')
export class TellEnds implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async run(): Promise<void> {
    while ((await this.owners()) === BATCH);
    while ((await this.visitors()) === BATCH);
  }

  private owners(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<Ending>(OWNERS, this.near(LINK_EXPIRY_DAYS))
      for (const link of links) await this.mails.toOwner(tx, link, { kind: 'link_expiry', ...endOf(link) })
      return links.length
    })
  }

  private visitors(): Promise<number> {
    return this.db.commit(async tx => {
      const links = await tx.sql<Ending>(VISITORS, [...this.near(VISITOR_REMINDER_DAYS), dayBefore(this.clock.now())])
      // in one order: the mails of each owner are counted by one at a time
      for (const link of links.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))) await this.tellVisitors(tx, link)
      return links.length
    })
  }

  private near(days: number): (Date | number)[] {
    const now = +this.clock.now()
    return [...[days - LATE_DAYS, days].map(many => new Date(now + many * DAY_MS)), days]
  }

  /** Others of this batch may have taken the room that there was. */
  private async tellVisitors(tx: Tx, link: Ending): Promise<void> {
    const addresses = await addressesOf(tx, link.id)
    const mails = { mails: addresses.length, now: this.clock.now() }
    if (!(await hasRoom(tx, link.ownerId, mails))) return void tx.sql(NOT_TOLD, [link.id])
    await this.mails.toVisitors(tx, link, { kind: 'link_expires', ...endOf(link), addresses })
  }
}

const endOf = ({ expiresAt }: Ending) => ({
  occasion: expiresAt.toISOString(),
  data: { expiresAt: expiresAt.toISOString() },
})
