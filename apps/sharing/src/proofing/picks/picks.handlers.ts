import {
  act,
  type Actor,
  type AlbumPicker,
  errors,
  type Input,
  nextStamp,
  type PickListView,
  pickProblem,
  PICKS,
  picksChanged,
  picksSubmitted,
  sharing,
  sharingAudited,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId } from '@daymark/platform'
import { linkAuditTarget, findOwnLink } from '../../links/own-links.ts'
import { VisitMails } from '../../insight/mail/visits/visit-mails.ts'
import { NamedVisitors } from '../visitors/named-visitors.ts'
import { visiblePhoto } from '../../links/gallery/gallery-photos.ts'
import { COUNTS, type Counts, countsOf, ownList } from './own-list.ts'
import { lockList, PickAccess } from './pick-access.ts'

@Handles(sharing.beginPicks)
export class BeginPicks implements Handler<typeof sharing.beginPicks> {
  constructor(
    private readonly db: Database,
    private readonly access: PickAccess,
    private readonly visitors: NamedVisitors,
  ) {}

  async handle({ name, email, byMail = false, address, ...proof }: Input<typeof sharing.beginPicks>) {
    const link = await this.access.authorize(proof)
    await this.visitors.admit(link, address)
    const { visitor, key } = await this.db.commit(async tx => {
      const begun = await this.visitors.begin(tx, link, { name, email, byMail, isPicking: true })
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return begun
    })
    return { ...(await ownList(this.db, visitor)), key }
  }
}

@Handles(sharing.getPicks)
export class GetPicks implements Handler<typeof sharing.getPicks> {
  constructor(
    private readonly db: Database,
    private readonly access: PickAccess,
    private readonly visitors: NamedVisitors,
  ) {}

  async handle({ key, since, ...proof }: Input<typeof sharing.getPicks>) {
    const link = await this.access.authorize(proof)
    const list = await this.visitors.find(link, key)
    return { list: list ? await ownList(this.db, list, since) : null }
  }
}

type Asked = Input<typeof sharing.listAlbumPicks>

/** Of links that ask for picks, of photos that are in the album now. */
const PICKED = `
  FROM links s JOIN pick_lists l ON l.link_id = s.id AND l.picking JOIN picks k ON k.list_id = l.id AND k.choice = 'picked'
  JOIN placements m ON m.album_id = s.album_id AND m.photo_id = k.photo_id AND m.present
  WHERE s.album_id = $1 AND s.owner_id = $2 AND s.picks IS NOT NULL`
const PEOPLE = `
  SELECT l.id AS "listId", l.link_id AS "linkId", l.name, count(*)::int AS picked ${PICKED}
  GROUP BY l.id, l.link_id, l.name ORDER BY lower(l.name), l.id LIMIT ${PICKS.lists}`
const PHOTOS = `SELECT DISTINCT k.photo_id AS id ${PICKED} AND ($3::uuid IS NULL OR l.id = $3) LIMIT ${PICKS.ofAlbum}`

/** For the page of an album: who picked there, by any of its links, and what. Somebody else's album has nobody. */
@Handles(sharing.listAlbumPicks)
export class ListAlbumPicks implements Handler<typeof sharing.listAlbumPicks> {
  constructor(private readonly db: Database) {}

  async handle({ albumId, by }: Asked, { userId }: Actor) {
    if (!isId(albumId) || !isId(userId)) return { people: [], photoIds: [] }
    const isAsked = by === 'anybody' || (by !== undefined && isId(by))
    const [people, photos] = await Promise.all([
      this.db.sql<AlbumPicker>(PEOPLE, [albumId, userId]),
      isAsked ? this.db.sql<{ id: string }>(PHOTOS, [albumId, userId, by === 'anybody' ? null : by]) : [],
    ])
    return { people, photoIds: photos.map(({ id }) => id) }
  }
}

type Row = Omit<PickListView, 'sentAt' | 'createdAt' | 'changedAt'> & {
  sentAt: Date | null
  createdAt: Date
  changedAt: Date
}

/** The photos of the gallery are read once, whatever the number of lists. */
const LISTS = `
  WITH shown AS MATERIALIZED (
    SELECT p.id AS photo_id FROM placements m CROSS JOIN LATERAL (${visiblePhoto('m.photo_id', '$3')}) p
    WHERE m.album_id = $2 AND m.present
  ), counted AS (
    SELECT k.list_id, ${COUNTS} FROM picks k JOIN shown s ON s.photo_id = k.photo_id
    WHERE k.link_id = $1 GROUP BY k.list_id
  )
  SELECT l.id, l.name, l.email, l.sent_at AS "sentAt", l.created_at AS "createdAt", l.changed_at AS "changedAt",
         coalesce(c.picked, 0) AS picked, coalesce(c.rejected, 0) AS rejected, coalesce(c.notes, 0) AS notes
  FROM pick_lists l LEFT JOIN counted c ON c.list_id = l.id
  WHERE l.link_id = $1 AND l.picking ORDER BY l.changed_at DESC, l.id DESC`

@Handles(sharing.listPicks)
export class ListPicks implements Handler<typeof sharing.listPicks> {
  constructor(private readonly db: Database) {}

  async handle({ linkId }: Input<typeof sharing.listPicks>, actor: Actor) {
    const { id, albumId, albumTitle, ownerId, picks } = await findOwnLink(this.db, linkId, actor)
    const rows = await this.db.sql<Row & Counts>(LISTS, [id, albumId, ownerId])
    const lists = rows.map(row => ({
      ...row,
      sentAt: row.sentAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
    }))
    return { albumId, albumTitle, settings: picks, lists }
  }
}

const LOCK = 'SELECT name FROM pick_lists WHERE link_id = $1 AND id = $2 AND picking FOR UPDATE'
/** Whoever wrote comments as well goes on being known by her name. */
const EMPTY = `
  WITH emptied AS (
    UPDATE pick_lists SET picking = false, sent_at = NULL, revision = revision + 1
    WHERE id = $1 AND EXISTS (SELECT FROM comments c WHERE c.link_id = pick_lists.link_id AND c.visitor_id = pick_lists.id)
    RETURNING id
  ) SELECT (SELECT max(greatest(choice_at, note_at)) FROM picks WHERE list_id = id) AS latest FROM emptied`
/** Later than all that was said: pages of hers that are open learn it as they learn what another device says. */
const TAKE_BACK = `
  UPDATE picks SET choice = 'none', choice_at = $2, note = '', note_at = $2,
    revision = (SELECT revision FROM pick_lists WHERE id = $1) WHERE list_id = $1`
const REMOVE = ['DELETE FROM pick_lists WHERE id = $1', 'DELETE FROM picks WHERE list_id = $1']
/** As a device of hers. */
const OWNER = 'ownerown'

/** The list and all that is in it: at most as many rows as the gallery has photos. */
@Handles(sharing.removePicks)
export class RemovePicks implements Handler<typeof sharing.removePicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, listId }: Input<typeof sharing.removePicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [list] = await tx.sql<{ name: string }>(LOCK, [id, isId(listId) ? listId : null])
      if (!list) throw errors.PICK_LIST_NOT_FOUND()
      const [kept] = await tx.sql<{ latest: string | null }>(EMPTY, [listId])
      if (kept) void tx.sql(TAKE_BACK, [listId, nextStamp(kept.latest ?? '', this.clock.now().getTime(), OWNER)])
      else for (const sql of REMOVE) void tx.sql(sql, [listId])
      tx.emit(
        sharingAudited,
        ...act(actor, 'picks.removed', linkAuditTarget({ id }, albumTitle), { visitor: list.name }),
      )
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}

@Handles(sharing.reopenPicks)
export class ReopenPicks implements Handler<typeof sharing.reopenPicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, listId }: Input<typeof sharing.reopenPicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [opened] = await tx.sql<{ name: string }>(
        `WITH opened AS (
           UPDATE pick_lists SET sent_at = NULL, changed_at = $3, revision = revision + 1
           WHERE link_id = $1 AND id = $2 RETURNING name
         ) SELECT name FROM opened`,
        [id, isId(listId) ? listId : null, this.clock.now()],
      )
      if (!opened) throw errors.PICK_LIST_NOT_FOUND()
      tx.emit(
        sharingAudited,
        ...act(actor, 'picks.reopened', linkAuditTarget({ id }, albumTitle), { visitor: opened.name }),
      )
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}

/** Sent twice is sent once. */
@Handles(sharing.sendPicks)
export class SendPicks implements Handler<typeof sharing.sendPicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: PickAccess,
    private readonly visits: VisitMails,
  ) {}

  async handle({ key, since, visitorId, ...proof }: Input<typeof sharing.sendPicks>, actor: Actor) {
    const link = await this.access.authorize(proof)
    return this.db.commit(async tx => {
      const list = await lockList(tx, link, key)
      if (list.sentAt) return ownList(tx, list, since)
      const counts = await countsOf(tx, link, list.id)
      const reason = pickProblem(counts.picked, link.picks)
      if (reason) throw errors.PICKS_INCOMPLETE({ reason })
      const [now, revision] = [this.clock.now(), list.revision + 1]
      void tx.sql('UPDATE pick_lists SET sent_at = $2, changed_at = $2, revision = $3, picking = true WHERE id = $1', [
        ...[list.id, now, revision],
      ])
      const of = { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId }
      tx.emit(picksChanged, link.id, of)
      const told = { ...of, listId: list.id, name: list.name, ...counts, submittedAt: now.toISOString() }
      tx.emit(picksSubmitted, link.id, told)
      const did = {
        visitorId,
        listId: list.id,
        occasion: `${list.id} ${revision}`,
        data: { listId: list.id },
        since: now,
      }
      if (actor.userId !== link.ownerId) await this.visits.did(tx, link, 'picks_sent', did)
      return ownList(tx, { ...list, sentAt: now, revision }, since)
    })
  }
}
