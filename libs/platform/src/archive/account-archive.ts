import { type Archive, archive, type ArchivedObject, type ArchivedRow, errors, type Input } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { type Class, Handles, RpcHandlers } from '../service/decorators.ts'

/**
 * The rows of a table that belong to an account archive. In the SQL, `$1` is the account. Rows are exported in the order of `key`, and
 * tables in the order of the list, so a table to which others refer must come first.
 */
export type ArchivedTable = {
  table: string
  /** SQL condition for the rows of the account. The alias of the table is `t`. */
  where: string
  /** Columns that identify a row, with their SQL types; preferably the columns of an index. */
  key: Record<string, string>
  /** Columns that are not exported because they can be recomputed. */
  omit?: string[]
  /** Number of rows per page. Default: 1000. */
  pageSize?: number
  /** SQL expression for an exported row `t`: its stored objects, as a jsonb array of `archivedObject`. Default: no objects. */
  objects?: string
  /**
   * SQL condition for an imported row `r`, which is imported only if the condition holds. Needed if rows to which it refers may be missing.
   */
  importIf?: string
  /** SQL expressions that replace archived columns of an imported row `r`. */
  overrides?: Record<string, string>
  /** A statement that runs before a page is imported; `$1` is the account, `$2` the page as JSON. */
  beforeImport?: string
  /** Runs in the transaction that imports a page, with the ids of the inserted rows. */
  afterInsert?: (tx: Tx, ids: string[]) => Promise<void>
}

const PAGE_SIZE = 1000
/** Maximum total length of the rows of a page, in characters. It keeps the RPC response below the message limit of 1 MB. */
const MAX_PAGE_CHARACTERS = 400_000

type ExportedRow = { row: string; key: string[]; objects: ArchivedObject[] | null }
export type ExportedPage = { rows: ArchivedRow[]; objects: ArchivedObject[]; after: string | null }
/** Position of an export: index of the table, and key of the last exported row. A null key means the start of the table. */
type Cursor = [tableIndex: number, key: string[] | null]

/** Returns the page of an account's rows after a cursor. `after` null: the first page. Null in the result: no further page. */
export async function exportRows(
  db: Pick<Database, 'sql'>,
  tables: ArchivedTable[],
  { userId, after }: { userId: string; after: string | null },
): Promise<ExportedPage> {
  const [tableIndex, lastKey] = after === null ? ([0, null] as Cursor) : (JSON.parse(after) as Cursor)
  const table = tables[tableIndex]
  if (!table) return { rows: [], objects: [], after: null }
  const rowsRead = await db.sql<ExportedRow>(...buildPageQuery(table, userId, lastKey))
  const includedRows = limitToMessageSize(rowsRead)
  const isTableFinished = includedRows.length === rowsRead.length && rowsRead.length < (table.pageSize ?? PAGE_SIZE)
  const nextCursor: Cursor = isTableFinished ? [tableIndex + 1, null] : [tableIndex, includedRows.at(-1)?.key ?? null]
  return {
    rows: includedRows.map(({ row }) => ({ table: table.table, row: JSON.parse(row) })),
    objects: includedRows.flatMap(({ objects }) => objects ?? []),
    after: nextCursor[0] < tables.length ? JSON.stringify(nextCursor) : null,
  }
}

type Query = [text: string, params: unknown[]]

function buildPageQuery(
  { table, where, key, omit = [], pageSize: limit = PAGE_SIZE, objects }: ArchivedTable,
  userId: string,
  lastKey: Cursor[1],
): Query {
  const columns = Object.keys(key).map(name => `t.${name}`)
  const placeholders = Object.values(key).map((type, n) => `$${n + 2}::${type}`)
  const row = omit.length > 0 ? `(to_jsonb(t) - ARRAY['${omit.join("', '")}'])` : 'to_jsonb(t)'
  const text = `
    SELECT ${row}::text AS row, ARRAY[${columns.map(column => `${column}::text`).join(', ')}] AS key, ${objects ?? 'NULL'} AS objects
    FROM ${table} t WHERE ${where} ${lastKey ? `AND (${columns.join(', ')}) > (${placeholders.join(', ')})` : ''}
    ORDER BY ${columns.join(', ')} LIMIT ${limit}`
  return [text, [userId, ...(lastKey ?? [])]]
}

/** Returns the first rows that fit into an RPC response, but at least one row, so that the export makes progress. */
function limitToMessageSize(rowsRead: ExportedRow[]): ExportedRow[] {
  let characters = 0
  const firstExcludedIndex = rowsRead.findIndex(
    ({ row }, n) => (characters += row.length) > MAX_PAGE_CHARACTERS && n > 0,
  )
  return firstExcludedIndex === -1 ? rowsRead : rowsRead.slice(0, firstExcludedIndex)
}

/** Selects the writable columns of a table. An archive may be older or newer than the installation and have other columns. */
const SELECT_COLUMNS = `
  SELECT attname AS name FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a'`

/** Inserts the rows that do not exist in the database yet. Returns the number of inserted rows. */
export async function importRows(
  tx: Tx,
  tables: ArchivedTable[],
  { userId, rows }: { userId: string; rows: ArchivedRow[] },
): Promise<number> {
  const byTable = Map.groupBy(rows, row => row.table)
  let insertedCount = 0
  for (const table of tables) {
    const tableRows = byTable.get(table.table)
    if (tableRows) insertedCount += await importTable(tx, table, { userId, rows: tableRows.map(({ row }) => row) })
  }
  if (tables.every(({ table }) => !byTable.has(table)) && rows.length > 0)
    throw errors.INVALID_INPUT({ reason: `The archive of this service has no table ${rows[0]?.table}.` })
  return insertedCount
}

type ImportedPage = { userId: string; rows: Record<string, unknown>[] }

async function importTable(tx: Tx, archivedTable: ArchivedTable, page: ImportedPage): Promise<number> {
  const { table, overrides = {}, importIf, beforeImport, afterInsert } = archivedTable
  const knownColumns = new Set((await tx.sql<{ name: string }>(SELECT_COLUMNS, [table])).map(({ name }) => name))
  const columns = Object.keys(page.rows[0] ?? {}).filter(name => knownColumns.has(name))
  const json = JSON.stringify(page.rows)
  if (beforeImport) await tx.sql(beforeImport, [page.userId, json])
  const values = columns.map(name => overrides[name] ?? `r.${name}`)
  const ids = await tx.sql<{ id: string }>(
    `INSERT INTO ${table} AS k (${columns.join(', ')}) SELECT ${values.join(', ')}
     FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r WHERE ${buildImportCondition(columns, importIf)}
     ON CONFLICT DO NOTHING RETURNING k.${afterInsert ? 'id' : Object.keys(archivedTable.key)[0]}::text AS id`,
    [page.userId, json],
  )
  await afterInsert?.(
    tx,
    ids.map(({ id }) => id),
  )
  return ids.length
}

/** Counts the rows of an archive that can be imported. Rows that cannot be imported refer to data that the archive does not contain. */
export async function countImportable(
  db: Pick<Tx, 'sql'>,
  { table, importIf }: ArchivedTable,
  { userId, rows }: ImportedPage,
): Promise<number> {
  const sql = `
    SELECT count(*)::int AS count FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r
    WHERE ${buildImportCondition(Object.keys(rows[0] ?? {}), importIf)}`
  const [row] = await db.sql<{ count: number }>(sql, [userId, JSON.stringify(rows)])
  return row?.count ?? 0
}

function buildImportCondition(columns: string[], importIf: string | undefined): string {
  const owner = ['owner_id', 'user_id'].find(name => columns.includes(name))
  return [owner ? `r.${owner} = $1` : '$1::uuid IS NOT NULL', ...(importIf ? [`(${importIf})`] : [])].join(' AND ')
}

/**
 * The tables that a service archives for an account. `afterImport` runs after a restore and must be idempotent, because it may run twice.
 */
export type ArchivedAccount = {
  tables: ArchivedTable[]
  afterImport?: (db: Database, userId: string, now: Date) => Promise<void>
}

/** Returns the RPC handlers that every service with archived tables has. */
export function createArchiveHandlers(
  service: string,
  db: Database,
  account: ArchivedAccount,
  now: () => Date,
): Class[] {
  const contracts = archive[service as keyof typeof archive]
  if (!contracts) return []

  @RpcHandlers()
  class ArchiveHandlers {
    @Handles(contracts.exportAccount)
    async exportAccount(input: Input<Archive['exportAccount']>) {
      return exportRows(db, account.tables, input)
    }

    @Handles(contracts.importAccount)
    async importAccount(input: Input<Archive['importAccount']>) {
      return { written: await db.commit(tx => importRows(tx, account.tables, input)) }
    }

    @Handles(contracts.finishImport)
    async finishImport({ userId }: Input<Archive['finishImport']>) {
      await account.afterImport?.(db, userId, now())
      return { success: true as const }
    }
  }
  return [ArchiveHandlers]
}
