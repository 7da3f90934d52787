import { isId, type Database } from '@daymark/platform'
import { cursorOf, readCursor } from '../cursor.ts'

export type AlbumPage = { limit: number; offset: number; after?: string | undefined }
type Row = { id: string; favorites: boolean; at: string }
/** Favorites or not, microseconds since 1970, id. */
type Place = [favorites: boolean, at: string, id: string]

const ORDER = ['is_favorites', 'created_at', 'id']
const orderBy = (direction: 'ASC' | 'DESC'): string => ORDER.map(name => `${name} ${direction}`).join(', ')

/** The ids of one page, Favorites first and then the newest, from the index of that order; from its nearer end where it is far. */
export async function readAlbumPage(db: Database, ownerId: string, total: number, { limit, offset, after }: AlbumPage) {
  if (limit === 0) return { ids: [], next: null }
  if (after !== undefined) return pageOf(await readAfter(db, ownerId, { limit, after }), limit)
  // one more than is shown tells whether there is a next page
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

/** Times are made numbers of the albums on the page only, not of all that are skipped before it. */
const places = (which: string): string => `
  SELECT id, is_favorites AS favorites, (extract(epoch FROM created_at) * 1000000)::bigint::text AS at
  FROM (SELECT ${ORDER.join(', ')} FROM albums WHERE ${which}) AS page`

function readAfter(db: Database, ownerId: string, { limit, after }: { limit: number; after: string }): Promise<Row[]> {
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
