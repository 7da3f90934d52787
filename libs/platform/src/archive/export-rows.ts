import type { ArchivedObject, ArchivedRow } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import type { ArchivedTable } from './archived-table.ts'

const PAGE_SIZE = 1000
/** Maximum length of the rows of a page. It keeps a page below the message limit of 1 MB. */
const MAX_CHARACTERS = 400_000

type ExportedRow = { row: string; key: string[]; objects: ArchivedObject[] | null }
export type Exported = { rows: ArchivedRow[]; objects: ArchivedObject[]; after: string | null }
/** Position of an export: index of the table, and key of the last exported row. A null key means the start of the table. */
type Cursor = [table: number, key: string[] | null]

/** The page of an account's rows after the cursor `after`; null means the first page. */
export async function exportRows(
  db: Pick<Database, 'sql'>,
  tables: ArchivedTable[],
  { userId, after }: { userId: string; after: string | null },
): Promise<Exported> {
  const [tableIndex, last] = after === null ? ([0, null] as Cursor) : (JSON.parse(after) as Cursor)
  const table = tables[tableIndex]
  if (!table) return { rows: [], objects: [], after: null }
  const read = await db.sql<ExportedRow>(...page(table, userId, last))
  const included = withinMessage(read)
  const isWhole = included.length === read.length && read.length < (table.page ?? PAGE_SIZE)
  const next: Cursor = isWhole ? [tableIndex + 1, null] : [tableIndex, included.at(-1)?.key ?? null]
  return {
    rows: included.map(({ row }) => ({ table: table.table, row: JSON.parse(row) })),
    objects: included.flatMap(({ objects }) => objects ?? []),
    after: next[0] < tables.length ? JSON.stringify(next) : null,
  }
}

type Query = [text: string, params: unknown[]]

function page(
  { table, where, key, omit = [], page: limit = PAGE_SIZE, objects }: ArchivedTable,
  userId: string,
  last: Cursor[1],
): Query {
  const columns = Object.keys(key).map(name => `t.${name}`)
  const placeholders = Object.values(key).map((type, n) => `$${n + 2}::${type}`)
  const row = omit.length > 0 ? `(to_jsonb(t) - ARRAY['${omit.join("', '")}'])` : 'to_jsonb(t)'
  const text = `
    SELECT ${row}::text AS row, ARRAY[${columns.map(column => `${column}::text`).join(', ')}] AS key, ${objects ?? 'NULL'} AS objects
    FROM ${table} t WHERE ${where} ${last ? `AND (${columns.join(', ')}) > (${placeholders.join(', ')})` : ''}
    ORDER BY ${columns.join(', ')} LIMIT ${limit}`
  return [text, [userId, ...(last ?? [])]]
}

/** The first rows that fit into a message. At least one, so that the export makes progress. */
function withinMessage(read: ExportedRow[]): ExportedRow[] {
  let characters = 0
  const fits = read.findIndex(({ row }, n) => (characters += row.length) > MAX_CHARACTERS && n > 0)
  return fits === -1 ? read : read.slice(0, fits)
}
