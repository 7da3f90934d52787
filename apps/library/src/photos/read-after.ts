import { isId, type Database } from '@daymark/platform'
import { cursorOf, readCursor } from '../cursor.ts'
import { type PhotoQuery, POSITION } from './photo-query.ts'

export type IdPage = { ids: string[]; next: string | null }
type Row = { id: string; key: number }
/** `isCollected`: what is found is known to be little (see collectIds). */
type After = { after: string | undefined; limit: number; isCollected: boolean }

/** The page behind a cursor: found by the index of its order, however deep it is, and stable while photos come and go. */
export async function readAfter(db: Database, query: PhotoQuery, { after, limit, isCollected }: After) {
  if (limit === 0) return { ids: [], next: null }
  const params = [...query.params]
  const behind = after === undefined ? [] : [from(query, after, params, isCollected)]
  const rows = await db.sql<Row>((isCollected ? collected : walked)(query, behind, limit + 1), params)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { ids: shown.map(row => row.id), next: last && rows.length > limit ? cursorOf(last.key, last.id) : null }
}

/** Of a page that was read by its offset. */
export async function cursorAt(db: Database, query: PhotoQuery, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const where = [...query.where, `${query.id} = $${query.params.length + 1}`]
  const [row] = await db.sql<Pick<Row, 'key'>>(
    `SELECT ${query.key} AS key FROM ${query.from} WHERE ${where.join(' AND ')}`,
    [...query.params, id],
  )
  return row ? cursorOf(row.key, id) : null
}

function from(query: PhotoQuery, after: string, params: unknown[], isCollected: boolean): string {
  // of the key's own type, or Postgres would not look for it in the index
  const isAlbum = query.key === POSITION
  const [key, id] = readCursor(after, isAlbum ? isPlace : isNumbered)
  const names = isCollected ? 'key, id' : `${query.key}, ${query.id}`
  const place = `($${params.push(key)}::${isAlbum ? 'float8' : 'int'}, $${params.push(id)}::uuid)`
  return `(${names}) ${query.direction === 'asc' ? '>' : '<'} ${place}`
}

const walked = ({ id, key, from: table, where, direction }: PhotoQuery, behind: string[], limit: number): string =>
  `SELECT ${id} AS id, ${key} AS key FROM ${table} WHERE ${[...where, ...behind].join(' AND ')}
   ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${limit}`

const collected = ({ id, key, from: table, where, direction }: PhotoQuery, behind: string[], limit: number): string =>
  `WITH found AS MATERIALIZED (SELECT ${id} AS id, ${key} AS key FROM ${table} WHERE ${where.join(' AND ')})
   SELECT id, key FROM found ${behind.length ? `WHERE ${behind[0]}` : ''}
   ORDER BY key ${direction}, id ${direction} LIMIT ${limit}`

const MAX_INT = 2 ** 31 - 1
type Place = [key: number, id: string]
const isPlace = (parts: unknown[]): parts is Place =>
  parts.length === 2 && Number.isFinite(parts[0]) && typeof parts[1] === 'string' && isId(parts[1])
const isNumbered = (parts: unknown[]): parts is Place =>
  isPlace(parts) && Number.isInteger(parts[0]) && Math.abs(parts[0]) <= MAX_INT
