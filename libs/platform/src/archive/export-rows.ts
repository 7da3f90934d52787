import type { ArchivedObject, ArchivedRow } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import type { ArchivedTable } from './archived-table.ts'

const PAGE = 1000
/** Keeps a page below the message limit of 1 MB. */
const MAX_CHARACTERS = 400_000

type Read = { row: string; key: string[]; objects: ArchivedObject[] | null }
export type Exported = { rows: ArchivedRow[]; objects: ArchivedObject[]; after: string | null }
/** Index of the table, and the key of the last exported row. */
type Cursor = [table: number, key: string[] | null]

/** The page of an account's rows after the cursor `after`. */
export async function exportRows(
  db: Pick<Database, 'sql'>,
  tables: ArchivedTable[],
  { userId, after }: { userId: string; after: string | null },
): Promise<Exported> {
  const [at, last] = after === null ? ([0, null] as Cursor) : (JSON.parse(after) as Cursor)
  const table = tables[at]
  if (!table) return { rows: [], objects: [], after: null }
  const read = await db.sql<Read>(...page(table, userId, last))
  const included = withinMessage(read)
  const isWhole = included.length === read.length && read.length < (table.page ?? PAGE)
  const next: Cursor = isWhole ? [at + 1, null] : [at, included.at(-1)?.key ?? null]
  return {
    rows: included.map(({ row }) => ({ table: table.table, row: JSON.parse(row) })),
    objects: included.flatMap(({ objects }) => objects ?? []),
    after: next[0] < tables.length ? JSON.stringify(next) : null,
  }
}

type Query = [text: string, params: unknown[]]

function page(
  { table, where, key, omit = [], page: limit = PAGE, objects }: ArchivedTable,
  userId: string,
  last: Cursor[1],
): Query {
  const columns = Object.keys(key).map(name => `t.${name}`)
  const behind = Object.values(key).map((type, n) => `$${n + 2}::${type}`)
  const row = omit.length > 0 ? `(to_jsonb(t) - ARRAY['${omit.join("', '")}'])` : 'to_jsonb(t)'
  const text = `
    SELECT ${row}::text AS row, ARRAY[${columns.map(column => `${column}::text`).join(', ')}] AS key, ${objects ?? 'NULL'} AS objects
    FROM ${table} t WHERE ${where} ${last ? `AND (${columns.join(', ')}) > (${behind.join(', ')})` : ''}
    ORDER BY ${columns.join(', ')} LIMIT ${limit}`
  return [text, [userId, ...(last ?? [])]]
}

/** The rows that fit into a message; at least one, so that the export makes progress. */
function withinMessage(read: Read[]): Read[] {
  let characters = 0
  const fits = read.findIndex(({ row }, n) => (characters += row.length) > MAX_CHARACTERS && n > 0)
  return fits === -1 ? read : read.slice(0, fits)
}
