import { errors, fieldsIn, type http, photoFields, type PhotoView } from '@daymark/contracts'
import { type Database, preparedStatement, type Tx } from '@daymark/platform'
import type { z } from 'zod'
import { pickProperties } from '../files/stored-file.ts'
import { CAPTURE_SQL, selectListOf, type PhotoRow } from './photo-columns.ts'

type PhotoTag = z.infer<typeof http.imageTag>

const LIBRARY_FIELDS = fieldsIn(photoFields, 'library')
const VIEWED_PROPERTIES = [
  ...LIBRARY_FIELDS,
  ...(['id', 'filename', 'originalFilename', 'exif', 'creationTool'] as const),
  ...(['mimeType', 'size', 'width', 'height', 'orientation', 'placeholder', 'status', 'error'] as const),
  ...(['format', 'extension', 'takenAt', 'createdAt', 'updatedAt'] as const),
  ...(['replacedAt', 'replacement', 'replacementError', 'hasEarlier', 'sentBy'] as const),
] as const
type ViewedPhoto = PhotoRow<(typeof VIEWED_PROPERTIES)[number] | 'capture'> & { camera?: string | null }
const viewedColumnsOf = (names: readonly (typeof VIEWED_PROPERTIES)[number][]): string =>
  `${selectListOf(names)}, ${CAPTURE_SQL} AS capture`
const [FULL_COLUMNS, BRIEF_COLUMNS] = [
  viewedColumnsOf(VIEWED_PROPERTIES),
  viewedColumnsOf(VIEWED_PROPERTIES.filter(name => name !== 'exif')),
]
/** Select lists by extent: `full` contains the EXIF data, `brief` only the name of the camera, and `whole` contains both. */
const COLUMNS_BY_EXTENT = {
  full: FULL_COLUMNS,
  brief: `${BRIEF_COLUMNS}, '{}'::jsonb AS exif, p.camera`,
  whole: `${FULL_COLUMNS}, p.camera`,
}
type PhotoExtent = keyof typeof COLUMNS_BY_EXTENT

/** Creates the view of a photo. If `albumIds` is given, the view also contains the camera and the albums. */
export function toPhotoView(photo: ViewedPhoto, tags: PhotoTag[], albumIds?: string[]): PhotoView {
  const { id, filename, originalFilename, exif, creationTool, mimeType, size } = photo
  const { width, height, orientation, placeholder, status, error } = photo
  return {
    id,
    filename,
    originalFilename,
    ...pickProperties(photo, LIBRARY_FIELDS),
    tags,
    exif,
    creationTool,
    mimeType,
    size,
    width,
    height,
    orientation,
    placeholder,
    status,
    error,
    ...(albumIds && { albumIds, camera: photo.camera ?? null }),
    originalFormat: photo.format,
    fileExtension: photo.extension,
    takenAt: photo.takenAt?.toISOString() ?? null,
    ...(photo.capture?.time !== undefined && { capture: photo.capture }),
    createdAt: photo.createdAt.toISOString(),
    updatedAt: photo.updatedAt.toISOString(),
    ...toReplacementView(photo),
    ...(photo.sentBy && { sentBy: photo.sentBy }),
  }
}

function toReplacementView({
  replacedAt,
  replacement,
  replacementError,
  hasEarlier,
}: ViewedPhoto): Pick<PhotoView, 'replacement'> {
  if (!replacedAt && !replacement) return {}
  const status = replacement ?? 'done'
  return { replacement: { status, error: replacementError, replacedAt: replacedAt?.toISOString() ?? null, hasEarlier } }
}

type DatabaseReader = Database | Tx

/**
 * Returns photos with their tags in the order of `ids`, without deleted photos. Needs two queries for any number of photos, and a third for
 * their albums unless `extent` is `full`.
 */
export async function readPhotos(
  reader: DatabaseReader,
  ids: string[],
  extent: PhotoExtent = 'full',
): Promise<PhotoView[]> {
  if (!ids.length) return []
  const sql = `SELECT ${COLUMNS_BY_EXTENT[extent]} FROM photos p WHERE p.id = ANY($1::uuid[]) AND p.deleted_at IS NULL`
  const [photos, tags, albums] = await Promise.all([
    reader.sql<ViewedPhoto>(sql, [ids]),
    readTagsOfPhotos(reader, ids),
    extent === 'full' ? undefined : readAlbumsOfPhotos(reader, ids),
  ])
  const view = (photo: ViewedPhoto) =>
    toPhotoView(photo, tags.get(photo.id) ?? [], albums && (albums.get(photo.id) ?? []))
  const views = new Map(photos.map(photo => [photo.id, view(photo)]))
  return ids.map(id => views.get(id)).filter(found => found !== undefined)
}

export async function readPhoto(reader: DatabaseReader, id: string, extent: PhotoExtent): Promise<PhotoView> {
  const [photo] = await readPhotos(reader, [id], extent)
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** Returns the album ids of each photo in the order in which the photo was added to them. Favorites is last. */
async function readAlbumsOfPhotos(reader: DatabaseReader, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await reader.sql<{ photo_id: string; albums: string[] }>(SELECT_ALBUMS_OF_PHOTOS, [ids])
  return new Map(rows.map(row => [row.photo_id, row.albums]))
}
const SELECT_ALBUMS_OF_PHOTOS = preparedStatement(`
  SELECT x.photo_id, array_agg(x.album_id::text ORDER BY a.is_favorites, x.added_at, x.album_id) AS albums
  FROM album_photos x JOIN albums a ON a.id = x.album_id WHERE x.photo_id = ANY($1::uuid[]) GROUP BY x.photo_id`)

async function readTagsOfPhotos(reader: DatabaseReader, ids: string[]): Promise<Map<string, PhotoTag[]>> {
  const rows = await reader.sql<PhotoTag & { photo_id: string }>(
    `SELECT x.photo_id, t.id, t.label FROM photo_tags x JOIN tags t ON t.id = x.tag_id
     WHERE x.photo_id = ANY($1::uuid[]) ORDER BY t.label`,
    [ids],
  )
  const grouped = Map.groupBy(rows, row => row.photo_id)
  return new Map([...grouped].map(([photoId, tags]) => [photoId, tags.map(({ id, label }) => ({ id, label }))]))
}
