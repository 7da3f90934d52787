import type { ArchivedObject, ArchivedRow } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import type { ArchivedTable } from './archived-table.ts'

const PAGE = 1000
/** A message of the bus holds a megabyte. */
const MAX_CHARACTERS = 400_000

type Read = { row: string; key: string[]; objects: ArchivedObject[] | null }
export type Exported = { rows: ArchivedRow[]; objects: ArchivedObject[]; after: string | null }
/** Which table, and the key of the last row that was read of it. */
type Place = [table: number, key: string[] | null]

/** A page of an account's rows behind the place where the last one ended. */
export async function exportRows(
  db: Pick<Database, 'sql'>,
  tables: ArchivedTable[],
  { userId, after }: { userId: string; after: string | null },
): Promise<Exported> {
  const [at, last] = after === null ? ([0, null] as Place) : (JSON.parse(after) as Place)
  const table = tables[at]
  if (!table) return { rows: [], objects: [], after: null }
  const read = await db.sql<Read>(...page(table, userId, last))
  const kept = withinMessage(read)
  const isWhole = kept.length === read.length && read.length < (table.page ?? PAGE)
  const next: Place = isWhole ? [at + 1, null] : [at, kept.at(-1)?.key ?? null]
  return {
    rows: kept.map(({ row }) => ({ table: table.table, row: JSON.parse(row) })),
    objects: kept.flatMap(({ objects }) => objects ?? []),
    after: next[0] < tables.length ? JSON.stringify(next) : null,
  }
}

type Query = [text: string, params: unknown[]]

function page(
  { table, where, key, without = [], page: limit = PAGE, objects }: ArchivedTable,
  userId: string,
  last: Place[1],
): Query {
  const columns = Object.keys(key).map(name => `t.${name}`)
  const behind = Object.values(key).map((type, n) => `$${n + 2}::${type}`)
  const row = without.length > 0 ? `(to_jsonb(t) - ARRAY['${without.join("', '")}'])` : 'to_jsonb(t)'
  const text = `
    SELECT ${row}::text AS row, ARRAY[${columns.map(column => `${column}::text`).join(', ')}] AS key, ${objects ?? 'NULL'} AS objects
    FROM ${table} t WHERE ${where} ${last ? `AND (${columns.join(', ')}) > (${behind.join(', ')})` : ''}
    ORDER BY ${columns.join(', ')} LIMIT ${limit}`
  return [text, [userId, ...(last ?? [])]]
}

/** At least one row, so that it goes on. */
function withinMessage(read: Read[]): Read[] {
  let characters = 0
  const fits = read.findIndex(({ row }, n) => (characters += row.length) > MAX_CHARACTERS && n > 0)
  return fits === -1 ? read : read.slice(0, fits)
}
