import type { PhotoView } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { photoView, VIEWED_COLUMNS, type PhotoTag, type ViewedPhoto } from './photo-view.ts'

type Reader = Database | Tx

/** Photos in the order of their ids, with their tags: two queries, however many there are. */
export async function readPhotos(db: Database, ids: string[]): Promise<PhotoView[]> {
  if (!ids.length) return []
  const sql = `SELECT ${VIEWED_COLUMNS} FROM photos p WHERE p.id = ANY($1::uuid[]) AND p.deleted_at IS NULL`
  const [photos, tags] = await Promise.all([db.sql<ViewedPhoto>(sql, [ids]), tagsOf(db, ids)])
  const views = new Map(photos.map(photo => [photo.id, photoView(photo, tags.get(photo.id) ?? [])]))
  return ids.map(id => views.get(id)).filter(view => view !== undefined)
}

export async function viewPhoto(reader: Reader, photo: ViewedPhoto): Promise<PhotoView> {
  const tags = await tagsOf(reader, [photo.id])
  return photoView(photo, tags.get(photo.id) ?? [])
}

async function tagsOf(reader: Reader, ids: string[]): Promise<Map<string, PhotoTag[]>> {
  const rows = await reader.sql<PhotoTag & { photo_id: string }>(
    `SELECT x.photo_id, t.id, t.label FROM photo_tags x JOIN tags t ON t.id = x.tag_id
     WHERE x.photo_id = ANY($1::uuid[]) ORDER BY t.label`,
    [ids],
  )
  const grouped = Map.groupBy(rows, row => row.photo_id)
  return new Map([...grouped].map(([photoId, tags]) => [photoId, tags.map(({ id, label }) => ({ id, label }))]))
}
