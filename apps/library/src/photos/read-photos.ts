import { errors, type PhotoView } from '@daymark/contracts'
import { prepared, type Database, type Tx } from '@daymark/platform'
import { COLUMNS, photoView, type Extent, type PhotoTag, type ViewedPhoto } from './photo-view.ts'

type Reader = Database | Tx

/** Photos in the order of their ids, with their tags: two queries, however many there are, and one more for their albums. */
export async function readPhotos(reader: Reader, ids: string[], extent: Extent = 'full'): Promise<PhotoView[]> {
  if (!ids.length) return []
  const sql = `SELECT ${COLUMNS[extent]} FROM photos p WHERE p.id = ANY($1::uuid[]) AND p.deleted_at IS NULL`
  const [photos, tags, albums] = await Promise.all([
    reader.sql<ViewedPhoto>(sql, [ids]),
    tagsOf(reader, ids),
    extent === 'full' ? undefined : albumsOf(reader, ids),
  ])
  const view = (photo: ViewedPhoto) =>
    photoView(photo, tags.get(photo.id) ?? [], albums && (albums.get(photo.id) ?? []))
  const views = new Map(photos.map(photo => [photo.id, view(photo)]))
  return ids.map(id => views.get(id)).filter(found => found !== undefined)
}

/** One that is there. */
export async function readPhoto(reader: Reader, id: string, extent: Extent): Promise<PhotoView> {
  const [photo] = await readPhotos(reader, [id], extent)
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** The albums that hold each photo in the order in which it was put in; Favorites, where liking puts it, last. */
async function albumsOf(reader: Reader, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await reader.sql<{ photo_id: string; albums: string[] }>(ALBUMS, [ids])
  return new Map(rows.map(row => [row.photo_id, row.albums]))
}
const ALBUMS = prepared(`
  SELECT x.photo_id, array_agg(x.album_id::text ORDER BY a.is_favorites, x.added_at, x.album_id) AS albums
  FROM album_photos x JOIN albums a ON a.id = x.album_id WHERE x.photo_id = ANY($1::uuid[]) GROUP BY x.photo_id`)

async function tagsOf(reader: Reader, ids: string[]): Promise<Map<string, PhotoTag[]>> {
  const rows = await reader.sql<PhotoTag & { photo_id: string }>(
    `SELECT x.photo_id, t.id, t.label FROM photo_tags x JOIN tags t ON t.id = x.tag_id
     WHERE x.photo_id = ANY($1::uuid[]) ORDER BY t.label`,
    [ids],
  )
  const grouped = Map.groupBy(rows, row => row.photo_id)
  return new Map([...grouped].map(([photoId, tags]) => [photoId, tags.map(({ id, label }) => ({ id, label }))]))
}
