import { type Actor, errors, type Input, type PickedPhoto, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, idOr } from '@daymark/platform'
import { findOwnLink } from '../../links/own-links.ts'
import { visiblePhoto } from '../../links/gallery/gallery-photos.ts'
import { COUNTS } from './own-list.ts'

type Asked = Input<typeof sharing.listPickedPhotos>
type Row = Omit<PickedPhoto, 'by'> & { total: number }
type Said = PickedPhoto['by'][number] & { photoId: string }

const SAID = { all: 'true', picked: 'v.picked > 0', rejected: 'v.rejected > 0', notes: 'v.notes > 0' }

/**
 * Two statements for a page: its photos, and what everybody said of them. What is counted and sorted is narrow; the words of photos are
 * read for the page alone.
 */
const photosOf = (only: Asked['only']) => `
  WITH said AS (
    SELECT k.photo_id, ${COUNTS} FROM picks k
    WHERE k.link_id = $1 AND ($2::uuid IS NULL OR k.list_id = $2) AND (k.choice <> 'none' OR k.note <> '')
    GROUP BY k.photo_id
  ), page AS (
    SELECT v.*, m.position, count(*) OVER ()::int AS total
    FROM said v JOIN placements m ON m.album_id = $3 AND m.photo_id = v.photo_id AND m.present
    CROSS JOIN LATERAL (${visiblePhoto('v.photo_id', '$4')}) p
    WHERE ${SAID[only]} ORDER BY m.position, m.photo_id LIMIT $5 OFFSET $6
  )
  SELECT p.id, p.filename, p.original_filename AS "originalFilename", p.title, p.caption, p.width, p.height, p.placeholder,
         v.picked, v.rejected, v.notes, v.total
  FROM page v JOIN photos p ON p.id = v.photo_id ORDER BY v.position, v.photo_id`
const BY = `
  SELECT k.photo_id AS "photoId", k.list_id AS "listId", k.choice, k.note FROM picks k
  WHERE k.link_id = $1 AND ($2::uuid IS NULL OR k.list_id = $2) AND k.photo_id = ANY ($3::uuid[])
    AND (k.choice <> 'none' OR k.note <> '') ORDER BY k.list_id`

@Handles(sharing.listPickedPhotos)
export class ListPickedPhotos implements Handler<typeof sharing.listPickedPhotos> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, listId, only, limit, offset }: Asked, actor: Actor) {
    const { id, albumId, ownerId } = await findOwnLink(this.db, linkId, actor)
    const list = listId === undefined ? null : idOr(errors.PICK_LIST_NOT_FOUND, listId)
    const rows = await this.db.sql<Row>(photosOf(only), [id, list, albumId, ownerId, limit, offset])
    const said = await this.db.sql<Said>(BY, [id, list, rows.map(row => row.id)])
    const by = Map.groupBy(said, ({ photoId }) => photoId)
    const photos = rows.map(({ total: _, ...photo }) => ({
      ...photo,
      by: (by.get(photo.id) ?? []).map(({ photoId: __, ...one }) => one),
    }))
    return { photos, total: rows[0]?.total ?? 0 }
  }
}
