import { errors, type http, PICKS, type PickSettings } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  networkOf,
  randomText,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { joinWaiting } from '../first-look/join-waiting.ts'
import { ACCESS_COLUMNS, GalleryAccess, type AccessRow } from '../../links/gallery/gallery-access.ts'
import { isToken } from '../../links/link-token.ts'
import { hashOf, isKeyOf } from './key-hash.ts'

/** A visitor of a link who said her name: in her list of picks, or with a comment. */
export type NamedVisitor = { id: string; name: string; email: string | null; sentAt: Date | null; revision: number }
type VisitedLink = AccessRow & {
  picks: PickSettings | null
  comments: http.CommentSettings | null
  firstLook: http.FirstLookSettings | null
}
type Of = { id: string; ownerId: string; albumId: string }
type Named = { name: string; email: string | undefined; byMail: boolean; isPicking: boolean }

export const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const KEY_LENGTH = 32
export const VISITOR = 'id, name, email, sent_at AS "sentAt", revision'
/** The locks keep two who come at once from beginning one list, or one comment, too many. */
const LOCK = 'SELECT id FROM links WHERE id = $1 FOR NO KEY UPDATE'
const COUNT = 'SELECT count(*)::int AS used FROM pick_lists WHERE link_id = $1'
const BEGIN = `
  WITH begun AS (
    INSERT INTO pick_lists (link_id, key_hash, name, email, picking, created_at, changed_at)
    SELECT $1, $2, $3, $4, $5, $6, $6 WHERE (SELECT count(*) FROM pick_lists WHERE link_id = $1) < ${PICKS.lists}
    RETURNING ${VISITOR}
  ) SELECT id, name, email, "sentAt", revision FROM begun`

/** Visitors come in as to the gallery, and are known by a key, of which only the hash is kept (rule 102). */
@Injectable()
export class NamedVisitors {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
    private readonly limiter: FailureLimiter,
  ) {}

  async enter({ token, grant }: { token: string; grant?: string | undefined }): Promise<VisitedLink> {
    return this.access.enter(await this.link(token), grant)
  }

  async find({ id }: { id: string }, key: string | undefined): Promise<NamedVisitor | undefined> {
    if (key === undefined) return undefined
    const sql = `SELECT ${VISITOR} FROM pick_lists v WHERE link_id = $1 AND ${isKeyOf('v', '$2')}`
    const [visitor] = await this.db.sql<NamedVisitor>(sql, [id, hashOf(key)])
    return visitor
  }

  /** Before a new visitor gives a name: TOO_MANY_REQUESTS where the link is filling up and their network has added many. */
  async admit({ id }: { id: string }, address: string): Promise<void> {
    const [row] = await this.db.sql<{ used: number }>(COUNT, [id])
    const limits = { used: row?.used, capacity: PICKS.lists, perNetwork: PICKS.begunPerNetwork }
    await this.limiter.countAttempt([
      { key: failureKey('picks', id, networkOf(address)), attempts: attemptsPerNetwork(limits) },
    ])
  }

  /** PICK_LISTS_FULL. */
  async begin(tx: Tx, link: Of, { name, email, byMail, isPicking }: Named) {
    const key = randomText(KEY_ALPHABET, KEY_LENGTH)
    const now = this.clock.now()
    await lockForVisitors(tx, link.id)
    const values = [link.id, hashOf(key), name, email ?? null, isPicking, now]
    const [visitor] = await tx.sql<NamedVisitor>(BEGIN, values)
    if (!visitor) throw errors.PICK_LISTS_FULL()
    if (byMail && visitor.email !== null) await joinWaiting(tx, link, now, visitor.id)
    return { visitor, key }
  }

  private async link(token: string) {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<VisitedLink>(
      `SELECT ${ACCESS_COLUMNS}, l.picks, l.comments, l.first_look AS "firstLook" FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}

/** What visitors of a link add is counted one after the other. */
export const lockForVisitors = (tx: Tx, linkId: string) => tx.sql(LOCK, [linkId])
