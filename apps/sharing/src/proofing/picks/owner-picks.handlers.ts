import {
  type Actor,
  type AlbumPicker,
  errors,
  type Input,
  nextStamp,
  type PickedPhoto,
  type PickListView,
  PICK_LIMITS,
  picksChanged,
  sharing,
} from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, isId, RpcHandlers } from '@daymark/platform'
import { visiblePhotoSql } from '../../links/gallery/gallery-photos.ts'
import { findOwnLink, linkAuditTarget } from '../../links/own-links.ts'
import { type PickCounts, PICK_COUNTS } from './pick-list.ts'

type AlbumPicksRequest = Input<typeof sharing.listAlbumPicks>

/** SQL for the picks of all links of an album that allow picks, for photos that are still in the album. */
const FROM_ALBUM_PICKS = `
  FROM links s JOIN pick_lists l ON l.link_id = s.id AND l.picking JOIN picks k ON k.list_id = l.id AND k.choice = 'picked'
  JOIN album_photos m ON m.album_id = s.album_id AND m.photo_id = k.photo_id AND m.present
  WHERE s.album_id = $1 AND s.owner_id = $2 AND s.picks IS NOT NULL`
const LIST_PICKERS = `
  SELECT l.id AS "listId", l.link_id AS "linkId", l.name, count(*)::int AS picked ${FROM_ALBUM_PICKS}
  GROUP BY l.id, l.link_id, l.name ORDER BY lower(l.name), l.id LIMIT ${PICK_LIMITS.lists}`
const LIST_PICKED_PHOTO_IDS = `SELECT DISTINCT k.photo_id AS id ${FROM_ALBUM_PICKS} AND ($3::uuid IS NULL OR l.id = $3) LIMIT ${PICK_LIMITS.ofAlbum}`

type ListRow = Omit<PickListView, 'sentAt' | 'createdAt' | 'changedAt'> & {
  sentAt: Date | null
  createdAt: Date
  changedAt: Date
}

/** Selects the pick lists of a link with their counts. Reads the photos of the gallery only once for any number of lists. */
const SELECT_PICK_LISTS = `
  WITH shown AS MATERIALIZED (
    SELECT p.id AS photo_id FROM album_photos m CROSS JOIN LATERAL (${visiblePhotoSql('m.photo_id', '$3')}) p
    WHERE m.album_id = $2 AND m.present
  ), counted AS (
    SELECT k.list_id, ${PICK_COUNTS} FROM picks k JOIN shown s ON s.photo_id = k.photo_id
    WHERE k.link_id = $1 GROUP BY k.list_id
  )
  SELECT l.id, l.name, l.email, l.sent_at AS "sentAt", l.created_at AS "createdAt", l.changed_at AS "changedAt",
         coalesce(c.picked, 0) AS picked, coalesce(c.rejected, 0) AS rejected, coalesce(c.notes, 0) AS notes
  FROM pick_lists l LEFT JOIN counted c ON c.list_id = l.id
  WHERE l.link_id = $1 AND l.picking ORDER BY l.changed_at DESC, l.id DESC`

const LOCK_PICK_LIST = 'SELECT name FROM pick_lists WHERE link_id = $1 AND id = $2 AND picking FOR UPDATE'
/**
 * Resets a pick list whose visitor has comments, because its row contains the name that the comments show. Returns the timestamp of the
 * latest pick, or no row if the visitor has no comments.
 */
const RESET_LIST = `
  WITH reset_list AS (
    UPDATE pick_lists SET picking = false, sent_at = NULL, revision = revision + 1
    WHERE id = $1 AND EXISTS (SELECT FROM comments c WHERE c.link_id = pick_lists.link_id AND c.visitor_id = pick_lists.id)
    RETURNING id
  ) SELECT (SELECT max(greatest(choice_at, note_at)) FROM picks WHERE list_id = id) AS latest FROM reset_list`
/**
 * Clears all picks of a list. The timestamp `$2` is later than the timestamps of the picks, so that open pages of the visitor apply the
 * change as if another device had made it.
 */
const CLEAR_PICKS = `
  UPDATE picks SET choice = 'none', choice_at = $2, note = '', note_at = $2,
    revision = (SELECT revision FROM pick_lists WHERE id = $1) WHERE list_id = $1`
const DELETE_PICK_LIST = ['DELETE FROM pick_lists WHERE id = $1', 'DELETE FROM picks WHERE list_id = $1']
/** Device id in the timestamps of changes that the owner makes. */
const OWNER_DEVICE_ID = 'ownerown'

type PickedPhotosRequest = Input<typeof sharing.listPickedPhotos>
type PickedRow = Omit<PickedPhoto, 'by'> & { total: number }
type PickOfPhoto = PickedPhoto['by'][number] & { photoId: string }

const SELECT_PICKS = `
  SELECT k.photo_id AS "photoId", k.list_id AS "listId", k.choice, k.note FROM picks k
  WHERE k.link_id = $1 AND ($2::uuid IS NULL OR k.list_id = $2) AND k.photo_id = ANY ($3::uuid[])
    AND (k.choice <> 'none' OR k.note <> '') ORDER BY k.list_id`

@RpcHandlers()
export class OwnerPickHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the visitors who picked photos of an album through any of its links, and the ids of these photos. Both lists are empty for an
   * album of another user.
   */
  @Handles(sharing.listAlbumPicks)
  async listAlbumPicks({ albumId, by }: AlbumPicksRequest, { userId }: Actor) {
    if (!isId(albumId) || !isId(userId)) return { people: [], photoIds: [] }
    const isFiltered = by === 'anybody' || (by !== undefined && isId(by))
    const [people, photos] = await Promise.all([
      this.db.sql<AlbumPicker>(LIST_PICKERS, [albumId, userId]),
      isFiltered
        ? this.db.sql<{ id: string }>(LIST_PICKED_PHOTO_IDS, [albumId, userId, by === 'anybody' ? null : by])
        : [],
    ])
    return { people, photoIds: photos.map(({ id }) => id) }
  }

  @Handles(sharing.listPicks)
  async listPicks({ linkId }: Input<typeof sharing.listPicks>, actor: Actor) {
    const { id, albumId, albumTitle, ownerId, picks } = await findOwnLink(this.db, linkId, actor)
    const rows = await this.db.sql<ListRow & PickCounts>(SELECT_PICK_LISTS, [id, albumId, ownerId])
    const lists = rows.map(row => ({
      ...row,
      sentAt: row.sentAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
    }))
    return { albumId, albumTitle, settings: picks, lists }
  }

  /** Removes a pick list with its picks, of which there is at most one per photo of the gallery. */
  @Handles(sharing.removePicks)
  async removePicks({ linkId, listId }: Input<typeof sharing.removePicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [list] = await tx.sql<{ name: string }>(LOCK_PICK_LIST, [id, isId(listId) ? listId : null])
      if (!list) throw errors.PICK_LIST_NOT_FOUND()
      const [reset] = await tx.sql<{ latest: string | null }>(RESET_LIST, [listId])
      if (reset)
        tx.send(CLEAR_PICKS, [listId, nextStamp(reset.latest ?? '', this.clock.now().getTime(), OWNER_DEVICE_ID)])
      else for (const sql of DELETE_PICK_LIST) tx.send(sql, [listId])
      tx.audit(actor, 'picks.removed', linkAuditTarget({ id }, albumTitle), { visitor: list.name })
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }

  @Handles(sharing.reopenPicks)
  async reopenPicks({ linkId, listId }: Input<typeof sharing.reopenPicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [opened] = await tx.sql<{ name: string }>(
        `UPDATE pick_lists SET sent_at = NULL, changed_at = $3, revision = revision + 1
         WHERE link_id = $1 AND id = $2 RETURNING name`,
        [id, isId(listId) ? listId : null, this.clock.now()],
      )
      if (!opened) throw errors.PICK_LIST_NOT_FOUND()
      tx.audit(actor, 'picks.reopened', linkAuditTarget({ id }, albumTitle), { visitor: opened.name })
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }

  @Handles(sharing.listPickedPhotos)
  async listPickedPhotos({ linkId, listId, only, limit, offset }: PickedPhotosRequest, actor: Actor) {
    const { id, albumId, ownerId } = await findOwnLink(this.db, linkId, actor)
    const pickListId = listId === undefined ? null : parseIdOrThrow(errors.PICK_LIST_NOT_FOUND, listId)
    const rows = await this.db.sql<PickedRow>(pickedPhotosSql(only), [id, pickListId, albumId, ownerId, limit, offset])
    const picks = await this.db.sql<PickOfPhoto>(SELECT_PICKS, [id, pickListId, rows.map(row => row.id)])
    const picksByPhoto = Map.groupBy(picks, ({ photoId }) => photoId)
    const photos = rows.map(({ total: _, ...photo }) => ({
      ...photo,
      by: (picksByPhoto.get(photo.id) ?? []).map(({ photoId: __, ...pick }) => pick),
    }))
    return { photos, total: rows[0]?.total ?? 0 }
  }
}

const PICK_CONDITIONS = { all: 'true', picked: 'v.picked > 0', rejected: 'v.rejected > 0', notes: 'v.notes > 0' }

/**
 * SQL that selects a page of picked photos; SELECT_PICKS then selects the picks for them. Counting and sorting reads few columns; titles
 * are read only for the page.
 */
const pickedPhotosSql = (only: PickedPhotosRequest['only']) => `
  WITH counted AS (
    SELECT k.photo_id, ${PICK_COUNTS} FROM picks k
    WHERE k.link_id = $1 AND ($2::uuid IS NULL OR k.list_id = $2) AND (k.choice <> 'none' OR k.note <> '')
    GROUP BY k.photo_id
  ), page AS (
    SELECT v.*, m.position, count(*) OVER ()::int AS total
    FROM counted v JOIN album_photos m ON m.album_id = $3 AND m.photo_id = v.photo_id AND m.present
    CROSS JOIN LATERAL (${visiblePhotoSql('v.photo_id', '$4')}) p
    WHERE ${PICK_CONDITIONS[only]} ORDER BY m.position, m.photo_id LIMIT $5 OFFSET $6
  )
  SELECT p.id, p.filename, p.original_filename AS "originalFilename", p.title, p.caption, p.width, p.height, p.placeholder,
         v.picked, v.rejected, v.notes, v.total
  FROM page v JOIN photos p ON p.id = v.photo_id ORDER BY v.position, v.photo_id`
