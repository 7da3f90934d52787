import { errors, PICKS, picksChanged, sharing, type Input } from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  Handles,
  networkOf,
  randomText,
  type Handler,
} from '@daymark/platform'
import { ownList } from './own-list.ts'
import { hashOf, PickAccess, type PickLink, type PickList } from './pick-access.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_LENGTH = 32

/** The locks keep two who come at once from beginning one list too many. */
const LOCK = 'SELECT id FROM links WHERE id = $1 FOR NO KEY UPDATE'
const BEGIN = `
  WITH begun AS (
    INSERT INTO pick_lists (link_id, key_hash, name, email, created_at, changed_at)
    SELECT $1, $2, $3, $4, $5, $5 WHERE (SELECT count(*) FROM pick_lists WHERE link_id = $1) < ${PICKS.lists}
    RETURNING id, name, email, sent_at AS "sentAt", revision
  ) SELECT * FROM begun`

@Handles(sharing.beginPicks)
export class BeginPicks implements Handler<typeof sharing.beginPicks> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly access: PickAccess
  private readonly limiter: FailureLimiter
  constructor(db: Database, clock: Clock, access: PickAccess, limiter: FailureLimiter) {
    this.db = db
    this.clock = clock
    this.access = access
    this.limiter = limiter
  }

  async handle({ name, email, address, ...proof }: Input<typeof sharing.beginPicks>) {
    const link = await this.access.enter(proof)
    const begun = { key: failureKey('picks', link.id, networkOf(address)), attempts: PICKS.begunPerNetwork }
    await this.limiter.admit([begun])
    const key = randomText(ALPHABET, KEY_LENGTH)
    const list = await this.begin(link, [hashOf(key), name, email ?? null])
    return { ...(await ownList(this.db, list)), key }
  }

  private begin(link: PickLink, values: unknown[]): Promise<PickList> {
    return this.db.commit(async tx => {
      await tx.sql(LOCK, [link.id])
      const [list] = await tx.sql<PickList>(BEGIN, [link.id, ...values, this.clock.now()])
      if (!list) throw errors.PICK_LISTS_FULL()
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return list
    })
  }
}
