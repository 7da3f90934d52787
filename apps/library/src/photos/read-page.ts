import type { Database } from '@daymark/platform'
import type { PhotoQuery } from './photo-query.ts'

export type Page = { limit: number; offset: number; total: number }

/**
 * The ids of one page. Only the index that gives the order is read, never the rows of the photos before the page; a page in the
 * second half is read from the other end.
 */
export async function readIds(db: Database, query: PhotoQuery, { limit, offset, total }: Page): Promise<string[]> {
  const wanted = Math.min(limit, total - offset)
  if (wanted <= 0) return []
  const fromEnd = offset > total / 2
  const skip = fromEnd ? total - offset - wanted : offset
  const direction = (query.direction === 'asc') !== fromEnd ? 'ASC' : 'DESC'
  const rows = await db.sql<{ id: string }>(
    `SELECT ${query.id} AS id FROM ${query.from} WHERE ${query.where.join(' AND ')}
     ORDER BY ${query.key} ${direction}, ${query.id} ${direction} LIMIT ${wanted} OFFSET ${skip}`,
    query.params,
  )
  const ids = rows.map(row => row.id)
  return fromEnd ? ids.reverse() : ids
}

/** Of a free filter no count is kept. Counting stops where nobody pages any more. */
export const COUNTED = 10_000
export async function countUpTo(db: Database, query: PhotoQuery): Promise<number> {
  const [row] = await db.sql<{ total: number }>(
    `SELECT count(*)::int AS total FROM
       (SELECT 1 FROM ${query.from} WHERE ${query.where.join(' AND ')} LIMIT ${COUNTED}) AS counted`,
    query.params,
  )
  return row?.total ?? 0
}

/**
 * The same page of a list that is known to be short: what is found is collected and then sorted. Left to itself Postgres may walk
 * the order of the whole library for a few photos that are all at its other end.
 */
export async function collectIds(db: Database, query: PhotoQuery, { limit, offset, total }: Page): Promise<string[]> {
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
