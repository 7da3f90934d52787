import { errors, type http, PICK_LIMITS, type PickSettings } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  networkOf,
  randomText,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { type AccessRow, GalleryAccess } from '../../links/gallery/gallery-access.ts'
import { ALPHANUMERIC } from '../../links/link-addresses.ts'
import { addToWaitingList } from '../first-look/waiting-list.ts'

/** Returns the hash of a visitor's key. A fast hash is safe, because a key has 190 random bits. */
export const visitorKeyHash = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** SQL condition: the hash is that of a key of this list, from a browser or from an emailed link. `hash` is a parameter. */
export const hasKeySql = (list: string, hash: string): string =>
  `(${hash} = ${list}.key_hash OR ${hash} = ANY (${list}.mailed_key_hashes))`

/** A visitor of a link who entered a name with a pick list or a comment. */
export type NamedVisitor = { id: string; name: string; email: string | null; sentAt: Date | null; revision: number }
type VisitorSettings = {
  picks: PickSettings | null
  comments: http.CommentSettings | null
  firstLook: http.FirstLookSettings | null
}
type LinkIds = { id: string; ownerId: string; albumId: string }
type NewVisitor = { name: string; email: string | undefined; byMail: boolean; isPicking: boolean }

/** Length in characters of a key that identifies a visitor or guest. */
export const KEY_LENGTH = 32
export const VISITOR_COLUMNS = 'id, name, email, sent_at AS "sentAt", revision'
/** Locks a link, so that concurrent requests cannot exceed the limits of pick lists and comments. */
const LOCK_LINK = 'SELECT id FROM links WHERE id = $1 FOR NO KEY UPDATE'
const COUNT_VISITORS = 'SELECT count(*)::int AS used FROM pick_lists WHERE link_id = $1'
const INSERT_VISITOR = `
  INSERT INTO pick_lists (link_id, key_hash, name, email, picking, created_at, changed_at)
  SELECT $1, $2, $3, $4, $5, $6, $6 WHERE (SELECT count(*) FROM pick_lists WHERE link_id = $1) < ${PICK_LIMITS.lists}
  RETURNING ${VISITOR_COLUMNS}`

/** Checks the access of visitors to a gallery, and identifies them by a key, of which only the hash is stored (rule 102). */
@Injectable()
export class NamedVisitors {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
    private readonly limiter: FailureLimiter,
  ) {}

  authorize(request: { token: string; grant?: string | undefined }): Promise<AccessRow & VisitorSettings> {
    return this.access.open<VisitorSettings>(request, ['l.picks', 'l.comments', 'l.first_look AS "firstLook"'])
  }

  async find({ id }: { id: string }, key: string | undefined): Promise<NamedVisitor | undefined> {
    if (key === undefined) return undefined
    const sql = `SELECT ${VISITOR_COLUMNS} FROM pick_lists v WHERE link_id = $1 AND ${hasKeySql('v', '$2')}`
    const [visitor] = await this.db.sql<NamedVisitor>(sql, [id, visitorKeyHash(key)])
    return visitor
  }

  /**
   * Must be called before a visitor is added. Throws TOO_MANY_REQUESTS if the link is nearly full and the visitor's network has already
   * added many visitors.
   */
  async assertMayAdd({ id }: { id: string }, address: string): Promise<void> {
    const [row] = await this.db.sql<{ used: number }>(COUNT_VISITORS, [id])
    const limits = { used: row?.used, capacity: PICK_LIMITS.lists, perNetwork: PICK_LIMITS.newPerNetwork }
    await this.limiter.countAttempt([
      { key: failureKey('picks', id, networkOf(address)), attempts: attemptsPerNetwork(limits) },
    ])
  }

  /** Adds a visitor and returns their key. Throws PICK_LISTS_FULL if the link has the maximum number of visitors. */
  async add(tx: Tx, link: LinkIds, { name, email, byMail, isPicking }: NewVisitor) {
    const key = randomText(ALPHANUMERIC, KEY_LENGTH)
    const now = this.clock.now()
    await lockVisitorsOfLink(tx, link.id)
    const values = [link.id, visitorKeyHash(key), name, email ?? null, isPicking, now]
    const [visitor] = await tx.sql<NamedVisitor>(INSERT_VISITOR, values)
    if (!visitor) throw errors.PICK_LISTS_FULL()
    if (byMail && visitor.email !== null) await addToWaitingList(tx, link, now, visitor.id)
    return { visitor, key }
  }
}

/** Locks a link until the transaction ends, so that visitors are added one after another. */
export const lockVisitorsOfLink = (tx: Tx, linkId: string) => tx.sql(LOCK_LINK, [linkId])
