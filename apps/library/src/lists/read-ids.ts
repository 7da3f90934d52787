import { type Database, isId } from '@daymark/platform'
import { writeCursor, readCursor } from '../input.ts'
import { type PhotoQuery, ALBUM_POSITION_COLUMN } from './photo-query.ts'

export type PageRequest = { limit: number; offset: number; total: number }

/**
 * Returns the ids of one page. Reads only the index of the order, not the rows of skipped photos. Reads a page in the second half backwards
 * from the end, because this skips fewer entries.
 */
export async function readIds(
  db: Database,
  query: PhotoQuery,
  { limit, offset, total }: PageRequest,
): Promise<string[]> {
  const rowCount = Math.min(limit, total - offset)
  if (rowCount <= 0) return []
  const isInSecondHalf = offset > total / 2
  const skip = isInSecondHalf ? total - offset - rowCount : offset
  const direction = (query.direction === 'asc') !== isInSecondHalf ? 'ASC' : 'DESC'
  const rows = await db.sql<{ id: string }>(
    `SELECT ${query.id} AS id FROM ${query.from} WHERE ${query.where.join(' AND ')}
     ORDER BY ${query.key} ${direction}, ${query.id} ${direction} LIMIT ${rowCount} OFFSET ${skip}`,
    query.params,
  )
  const ids = rows.map(row => row.id)
  return isInSecondHalf ? ids.reverse() : ids
}

/**
 * Number of photos at which counting stops. Lists with several filters have no stored count, and users do not open pages beyond this
 * number.
 */
export const MAX_COUNTED_PHOTOS = 10_000
export async function countUpToLimit(db: Database, query: PhotoQuery): Promise<number> {
  const [row] = await db.sql<{ total: number }>(
    `SELECT count(*)::int AS total FROM
       (SELECT 1 FROM ${query.from} WHERE ${query.where.join(' AND ')} LIMIT ${MAX_COUNTED_PHOTOS}) AS counted`,
    query.params,
  )
  return row?.total ?? 0
}

/**
 * Like `readIds`, but for a short list: collects all matches and then sorts them. Without MATERIALIZED, PostgreSQL may scan the whole
 * library in the sort order to find a few photos.
 */
export async function collectAndSortIds(
  db: Database,
  query: PhotoQuery,
  { limit, offset, total }: PageRequest,
): Promise<string[]> {
  if (offset >= total) return []
  const direction = query.direction.toUpperCase()
  const rows = await db.sql<{ id: string }>(
    `WITH found AS MATERIALIZED (
       SELECT ${query.id} AS id, ${query.key} AS key FROM ${query.from} WHERE ${query.where.join(' AND ')})
     SELECT id FROM found ORDER BY key ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`,
    query.params,
  )
  return rows.map(row => row.id)
}

type KeyRow = { id: string; key: number }
/** `isShortList`: the list is known to be short, so all matches are collected and then sorted, as in `collectAndSortIds`. */
type CursorPageRequest = { after: string | undefined; limit: number; isShortList: boolean }

/**
 * Returns the page after a cursor, or the first page without one. The cost does not depend on how far the page is from the start. Photos
 * that are added or deleted between two requests cause no gaps and no repetitions.
 */
export async function readPageAfter(db: Database, query: PhotoQuery, { after, limit, isShortList }: CursorPageRequest) {
  if (limit === 0) return { ids: [], next: null }
  const params = [...query.params]
  const afterCursor = after === undefined ? [] : [createCursorCondition(query, after, params, isShortList)]
  const rows = await db.sql<KeyRow>(
    (isShortList ? selectShortListSql : selectInOrderSql)(query, afterCursor, limit + 1),
    params,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { ids: page.map(row => row.id), next: last && rows.length > limit ? writeCursor(last.key, last.id) : null }
}

/**
 * Creates the cursor after the photo `id`, which is the last photo of a page that was read by offset. Returns null if `id` is undefined or
 * the photo is no longer in the list.
 */
export async function createCursorAt(db: Database, query: PhotoQuery, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const where = [...query.where, `${query.id} = $${query.params.length + 1}`]
  const [row] = await db.sql<Pick<KeyRow, 'key'>>(
    `SELECT ${query.key} AS key FROM ${query.from} WHERE ${where.join(' AND ')}`,
    [...query.params, id],
  )
  return row ? writeCursor(row.key, id) : null
}

function createCursorCondition(query: PhotoQuery, after: string, params: unknown[], isShortList: boolean): string {
  // casts to the type of the key, because PostgreSQL would not use the index otherwise
  const isAlbum = query.key === ALBUM_POSITION_COLUMN
  const [key, id] = readCursor(after, isAlbum ? isListPosition : isNumberPosition)
  const names = isShortList ? 'key, id' : `${query.key}, ${query.id}`
  const cursorValues = `($${params.push(key)}::${isAlbum ? 'float8' : 'int'}, $${params.push(id)}::uuid)`
  return `(${names}) ${query.direction === 'asc' ? '>' : '<'} ${cursorValues}`
}

const selectInOrderSql = (
  { id, key, from: table, where, direction }: PhotoQuery,
  afterCursor: string[],
  limit: number,
): string =>
  `SELECT ${id} AS id, ${key} AS key FROM ${table} WHERE ${[...where, ...afterCursor].join(' AND ')}
   ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${limit}`

const selectShortListSql = (
  { id, key, from: table, where, direction }: PhotoQuery,
  afterCursor: string[],
  limit: number,
): string =>
  `WITH found AS MATERIALIZED (SELECT ${id} AS id, ${key} AS key FROM ${table} WHERE ${where.join(' AND ')})
   SELECT id, key FROM found ${afterCursor.length ? `WHERE ${afterCursor[0]}` : ''}
   ORDER BY key ${direction}, id ${direction} LIMIT ${limit}`

const MAX_INT = 2 ** 31 - 1
type ListPosition = [key: number, id: string]
const isListPosition = (parts: unknown[]): parts is ListPosition =>
  parts.length === 2 && Number.isFinite(parts[0]) && typeof parts[1] === 'string' && isId(parts[1])
const isNumberPosition = (parts: unknown[]): parts is ListPosition =>
  isListPosition(parts) && Number.isInteger(parts[0]) && Math.abs(parts[0]) <= MAX_INT
