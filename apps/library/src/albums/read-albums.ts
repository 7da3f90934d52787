import { type AlbumView, MAX_COVER_RATIO, errors } from '@daymark/contracts'
import { type Database, parseIdOrThrow, isId, type Tx } from '@daymark/platform'
import { Any, type EntityManager } from 'typeorm'
import { writeCursor, readCursor } from '../input.ts'
import { countSections, type SectionCounts } from '../sections/read-sections.ts'
import { Album } from './album.entity.ts'

/** Finds an album of this owner. Throws ALBUM_NOT_FOUND if it does not exist or belongs to another user. */
export async function findAlbum(em: EntityManager, id: string, ownerId: string): Promise<Album> {
  const album = await em.findOneBy(Album, { id: parseIdOrThrow(errors.ALBUM_NOT_FOUND, id), ownerId })
  if (!album) throw errors.ALBUM_NOT_FOUND()
  return album
}
export const findFavorites = (em: EntityManager, ownerId: string): Promise<Album> =>
  em.findOneByOrFail(Album, { ownerId, isFavorites: true })

type CoverRow = { album_id: string; photo_id: string; filename: string; placeholder: string | null; is_ready: boolean }

/** SQL condition that excludes panoramas and long screenshots, which are unrecognizable as a cover. */
const IS_NOT_PANORAMA = `(greatest(s.width, s.height) > ${MAX_COVER_RATIO} * least(s.width, s.height)) IS NOT TRUE`
/**
 * SQL for the cover of each album: the photo that the owner chose, otherwise the first photo with variants, otherwise the first photo.
 * Panoramas and long screenshots are covers only if the owner chose them.
 */
const SELECT_COVERS = `
  SELECT a.id AS album_id, p.id AS photo_id, p.filename, p.placeholder, p.status = 'completed' AS is_ready
  FROM albums a
  JOIN photos p ON p.id = coalesce(
    a.cover_photo_id,
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND s.status = 'completed' AND ${IS_NOT_PANORAMA} ORDER BY x.position, x.photo_id LIMIT 1),
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND ${IS_NOT_PANORAMA} ORDER BY x.position, x.photo_id LIMIT 1))
  WHERE a.id = ANY($1::uuid[])`

export async function viewAlbums(reader: Database | Tx, albums: Album[]): Promise<AlbumView[]> {
  const rows = await reader.sql<CoverRow>(SELECT_COVERS, [albums.map(album => album.id)])
  const covers = new Map(rows.map(row => [row.album_id, row]))
  const counts = await countSections(reader, albums)
  return albums.map(album => toAlbumView(album, covers.get(album.id), counts))
}
/** Returns albums in the order of `ids`. Skips ids of albums that do not exist. */
export async function readAlbums(db: Database, ids: string[]): Promise<AlbumView[]> {
  const albums = ids.length ? await db.em.findBy(Album, { id: Any(ids) }) : []
  const views = new Map((await viewAlbums(db, albums)).map(album => [album.id, album]))
  return ids.map(id => views.get(id)).filter(album => album !== undefined)
}
export async function viewAlbum(reader: Database | Tx, album: Album): Promise<AlbumView> {
  const [row] = await reader.sql<CoverRow>(SELECT_COVERS, [[album.id]])
  return toAlbumView(album, row, await countSections(reader, [album]))
}

function toAlbumView(album: Album, cover: CoverRow | undefined, counts: SectionCounts): AlbumView {
  const { id, title, description, theme, isFavorites, photoCount, version } = album
  return {
    id,
    title,
    description,
    theme,
    isFavorites,
    photoCount,
    version,
    cover: cover ? toCover(cover) : null,
    header: album.toHeader(),
    captureOrder: album.captureOrder,
    sections: album.sections.map(section => ({ ...section, photoCount: counts.get(section.id) ?? 0 })),
    createdAt: album.createdAt.toISOString(),
    updatedAt: album.updatedAt.toISOString(),
  }
}

const toCover = ({ photo_id: photoId, filename, placeholder, is_ready: isReady }: CoverRow) => ({
  photoId,
  filename,
  placeholder,
  isReady,
})

export type AlbumPage = { limit: number; offset: number; after?: string | undefined }
type AlbumPositionRow = { id: string; favorites: boolean; createdAtMicros: string }
/** Position of an album in a list: whether the album is Favorites, its creation time in microseconds since 1970, and its id. */
type AlbumPosition = [favorites: boolean, createdAtMicros: string, id: string]

const SORT_COLUMNS = ['is_favorites', 'created_at', 'id']
const orderBySql = (direction: 'ASC' | 'DESC'): string => SORT_COLUMNS.map(name => `${name} ${direction}`).join(', ')

/**
 * Returns the ids of one page of albums: Favorites first, then from newest to oldest. Reads a page in the second half backwards from the
 * end of the index, because this skips fewer rows.
 */
export async function readAlbumPage(db: Database, ownerId: string, total: number, { limit, offset, after }: AlbumPage) {
  if (limit === 0) return { ids: [], next: null }
  if (after !== undefined) return toAlbumPage(await readPositionsAfter(db, ownerId, { limit, after }), limit)
  // one row more than the page contains shows whether there is a next page
  const rowCount = Math.min(limit + 1, total - offset)
  if (rowCount <= 0) return { ids: [], next: null }
  const isInSecondHalf = offset > total / 2
  const skip = isInSecondHalf ? total - offset - rowCount : offset
  const rows = await db.sql<AlbumPositionRow>(
    selectPositionsSql(
      `owner_id = $1 ORDER BY ${orderBySql(isInSecondHalf ? 'ASC' : 'DESC')} LIMIT ${rowCount} OFFSET ${skip}`,
    ),
    [ownerId],
  )
  return toAlbumPage(isInSecondHalf ? rows.reverse() : rows, limit)
}

/** SQL that selects positions of albums. Converts times to numbers only in the rows of the page, not in the skipped rows. */
const selectPositionsSql = (condition: string): string => `
  SELECT id, is_favorites AS favorites, (extract(epoch FROM created_at) * 1000000)::bigint::text AS "createdAtMicros"
  FROM (SELECT ${SORT_COLUMNS.join(', ')} FROM albums WHERE ${condition}) AS page`

function readPositionsAfter(
  db: Database,
  ownerId: string,
  { limit, after }: { limit: number; after: string },
): Promise<AlbumPositionRow[]> {
  const cursorValues = `($2, timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)`
  return db.sql<AlbumPositionRow>(
    selectPositionsSql(
      `owner_id = $1 AND (${SORT_COLUMNS.join(', ')}) < ${cursorValues} ORDER BY ${orderBySql('DESC')} LIMIT ${limit + 1}`,
    ),
    [ownerId, ...readCursor(after, isAlbumPosition)],
  )
}

function toAlbumPage(rows: AlbumPositionRow[], limit: number): { ids: string[]; next: string | null } {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  const next = last && rows.length > limit ? writeCursor(last.favorites, last.createdAtMicros, last.id) : null
  return { ids: pageRows.map(row => row.id), next }
}

const isAlbumPosition = (parts: unknown[]): parts is AlbumPosition =>
  parts.length === 3 &&
  typeof parts[0] === 'boolean' &&
  typeof parts[1] === 'string' &&
  /^-?\d{1,16}$/.test(parts[1]) &&
  typeof parts[2] === 'string' &&
  isId(parts[2])
