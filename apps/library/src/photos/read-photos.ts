import { errors, fieldsIn, type http, photoFields, type PhotoView } from '@daymark/contracts'
import { type Database, prepared, type Tx } from '@daymark/platform'
import type { z } from 'zod'
import { pick } from '../files/stored-file.ts'
import { CAPTURE, columnsOf, type PhotoRow } from './photo-columns.ts'

export type PhotoTag = z.infer<typeof http.imageTag>

const FIELDS = fieldsIn(photoFields, 'library')
const VIEWED = [
  ...FIELDS,
  ...(['id', 'filename', 'originalFilename', 'exif', 'creationTool'] as const),
  ...(['mimeType', 'size', 'width', 'height', 'orientation', 'placeholder', 'status', 'error'] as const),
  ...(['format', 'extension', 'takenAt', 'createdAt', 'updatedAt'] as const),
  ...(['replacedAt', 'replacement', 'replacementError', 'hasEarlier', 'sentBy'] as const),
] as const
export type ViewedPhoto = PhotoRow<(typeof VIEWED)[number] | 'capture'> & { camera?: string | null }
const viewed = (names: readonly (typeof VIEWED)[number][]): string => `${columnsOf(names)}, ${CAPTURE} AS capture`
const [FULL, BRIEF] = [viewed(VIEWED), viewed(VIEWED.filter(name => name !== 'exif'))]
/** Select lists. `full` contains the EXIF data, `brief` only the name of the camera instead, `whole` both. */
export const COLUMNS = {
  full: FULL,
  brief: `${BRIEF}, '{}'::jsonb AS exif, p.camera`,
  whole: `${FULL}, p.camera`,
}
export type Extent = keyof typeof COLUMNS

/** The view of a photo; `albumIds` are given where the caller requested camera and albums. */
export function photoView(photo: ViewedPhoto, tags: PhotoTag[], albumIds?: string[]): PhotoView {
  const { id, filename, originalFilename, exif, creationTool, mimeType, size } = photo
  const { width, height, orientation, placeholder, status, error } = photo
  return {
    ...{ id, filename, originalFilename, ...pick(photo, FIELDS), tags, exif, creationTool, mimeType, size },
    ...{ width, height, orientation, placeholder, status, error },
    ...(albumIds && { albumIds, camera: photo.camera ?? null }),
    originalFormat: photo.format,
    fileExtension: photo.extension,
    takenAt: photo.takenAt?.toISOString() ?? null,
    ...(photo.capture?.time !== undefined && { capture: photo.capture }),
    createdAt: photo.createdAt.toISOString(),
    updatedAt: photo.updatedAt.toISOString(),
    ...replacementOf(photo),
    ...(photo.sentBy && { sentBy: photo.sentBy }),
  }
}

function replacementOf({
  replacedAt,
  replacement,
  replacementError,
  hasEarlier,
}: ViewedPhoto): Pick<PhotoView, 'replacement'> {
  if (!replacedAt && !replacement) return {}
  const status = replacement ?? 'done'
  return { replacement: { status, error: replacementError, replacedAt: replacedAt?.toISOString() ?? null, hasEarlier } }
}

type Reader = Database | Tx

/** Reads photos with their tags in the order of `ids`, with two queries for any number of photos, and one more for their albums. */
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

export async function readPhoto(reader: Reader, id: string, extent: Extent): Promise<PhotoView> {
  const [photo] = await readPhotos(reader, [id], extent)
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** The albums of each photo in the order in which it was added; Favorites last. */
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
