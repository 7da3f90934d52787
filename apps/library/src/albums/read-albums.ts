import { type AlbumView, COVER_RATIO, errors } from '@daymark/contracts'
import { type Database, idOr, isId, type Tx } from '@daymark/platform'
import { Any, type EntityManager } from 'typeorm'
import { cursorOf, readCursor } from '../input.ts'
import { countSections, type SectionCounts } from '../sections/read-sections.ts'
import { Album } from './album.entity.ts'

/** The query contains the owner, so an album of another user is not found. */
export async function findAlbum(em: EntityManager, id: string, ownerId: string): Promise<Album> {
  const album = await em.findOneBy(Album, { id: idOr(errors.ALBUM_NOT_FOUND, id), ownerId })
  if (!album) throw errors.ALBUM_NOT_FOUND()
  return album
}
export const findFavorites = (em: EntityManager, ownerId: string): Promise<Album> =>
  em.findOneByOrFail(Album, { ownerId, isFavorites: true })

type Cover = { album_id: string; photo_id: string; filename: string; placeholder: string | null; is_ready: boolean }

/** A panorama or a long screenshot is unrecognizable as a cover. */
const NO_STRIP = `(greatest(s.width, s.height) > ${COVER_RATIO} * least(s.width, s.height)) IS NOT TRUE`
/** The chosen cover, else the first photo with variants, else the first photo; the last two exclude strips. One query for all albums. */
const COVERS = `
  SELECT a.id AS album_id, p.id AS photo_id, p.filename, p.placeholder, p.status = 'completed' AS is_ready
  FROM albums a
  JOIN photos p ON p.id = coalesce(
    a.cover_photo_id,
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND s.status = 'completed' AND ${NO_STRIP} ORDER BY x.position, x.photo_id LIMIT 1),
    (SELECT x.photo_id FROM album_photos x JOIN photos s ON s.id = x.photo_id
      WHERE x.album_id = a.id AND ${NO_STRIP} ORDER BY x.position, x.photo_id LIMIT 1))
  WHERE a.id = ANY($1::uuid[])`

export async function viewAlbums(reader: Database | Tx, albums: Album[]): Promise<AlbumView[]> {
  const rows = await reader.sql<Cover>(COVERS, [albums.map(album => album.id)])
  const covers = new Map(rows.map(row => [row.album_id, row]))
  const counts = await countSections(reader, albums)
  return albums.map(album => view(album, covers.get(album.id), counts))
}
/** Albums in the order of their ids. */
export async function readAlbums(db: Database, ids: string[]): Promise<AlbumView[]> {
  const albums = ids.length ? await db.em.findBy(Album, { id: Any(ids) }) : []
  const views = new Map((await viewAlbums(db, albums)).map(view => [view.id, view]))
  return ids.map(id => views.get(id)).filter(view => view !== undefined)
}
export async function viewAlbum(reader: Database | Tx, album: Album): Promise<AlbumView> {
  const [row] = await reader.sql<Cover>(COVERS, [[album.id]])
  return view(album, row, await countSections(reader, [album]))
}

function view(album: Album, cover: Cover | undefined, counts: SectionCounts): AlbumView {
  const { id, title, description, theme, isFavorites, photoCount, version } = album
  return {
    id,
    title,
    description,
    theme,
    isFavorites,
    photoCount,
    version,
    cover: cover ? coverOf(cover) : null,
    header: album.header(),
    captureOrder: album.captureOrder,
    sections: album.sections.map(section => ({ ...section, photoCount: counts.get(section.id) ?? 0 })),
    createdAt: album.createdAt.toISOString(),
    updatedAt: album.updatedAt.toISOString(),
  }
}

const coverOf = ({ photo_id: photoId, filename, placeholder, is_ready: isReady }: Cover) => ({
  ...{ photoId, filename, placeholder, isReady },
})

export type AlbumPage = { limit: number; offset: number; after?: string | undefined }
type Row = { id: string; favorites: boolean; at: string }
/** Favorites or not, microseconds since 1970, id. */
type Place = [favorites: boolean, at: string, id: string]

const ORDER = ['is_favorites', 'created_at', 'id']
const orderBy = (direction: 'ASC' | 'DESC'): string => ORDER.map(name => `${name} ${direction}`).join(', ')

/** The ids of one page, Favorites first and then the newest. Reads the index from its nearer end. */
export async function readAlbumPage(db: Database, ownerId: string, total: number, { limit, offset, after }: AlbumPage) {
  if (limit === 0) return { ids: [], next: null }
  if (after !== undefined) return pageOf(await albumsAfter(db, ownerId, { limit, after }), limit)
  // one row more than the page shows whether there is a next page
  const wanted = Math.min(limit + 1, total - offset)
  if (wanted <= 0) return { ids: [], next: null }
  const isFar = offset > total / 2
  const skip = isFar ? total - offset - wanted : offset
  const rows = await db.sql<Row>(
    places(`owner_id = $1 ORDER BY ${orderBy(isFar ? 'ASC' : 'DESC')} LIMIT ${wanted} OFFSET ${skip}`),
    [ownerId],
  )
  return pageOf(isFar ? rows.reverse() : rows, limit)
}

/** Converts times to numbers after LIMIT, so that skipped rows cost nothing. */
const places = (which: string): string => `
  SELECT id, is_favorites AS favorites, (extract(epoch FROM created_at) * 1000000)::bigint::text AS at
  FROM (SELECT ${ORDER.join(', ')} FROM albums WHERE ${which}) AS page`

function albumsAfter(
  db: Database,
  ownerId: string,
  { limit, after }: { limit: number; after: string },
): Promise<Row[]> {
  const place = `($2, timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)`
  return db.sql<Row>(
    places(`owner_id = $1 AND (${ORDER.join(', ')}) < ${place} ORDER BY ${orderBy('DESC')} LIMIT ${limit + 1}`),
    [ownerId, ...readCursor(after, isPlace)],
  )
}

function pageOf(rows: Row[], limit: number): { ids: string[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = last && rows.length > limit ? cursorOf(last.favorites, last.at, last.id) : null
  return { ids: shown.map(row => row.id), next }
}

const isPlace = (parts: unknown[]): parts is Place =>
  parts.length === 3 &&
  typeof parts[0] === 'boolean' &&
  typeof parts[1] === 'string' &&
  /^-?\d{1,16}$/.test(parts[1]) &&
  typeof parts[2] === 'string' &&
  isId(parts[2])
