import { type ArchivedRow, errors } from '@daymark/contracts'
import type { Tx } from '../db/tx.ts'
import type { ArchivedTable } from './archived-table.ts'

/** Selects the writable columns of a table. An archive may be older or newer than the installation and have other columns. */
const SELECT_COLUMNS = `
  SELECT attname AS name FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a'`

/** Inserts those rows of an account that do not exist yet. Returns the number of inserted rows. */
export async function importRows(
  tx: Tx,
  tables: ArchivedTable[],
  { userId, rows }: { userId: string; rows: ArchivedRow[] },
): Promise<number> {
  const byTable = Map.groupBy(rows, row => row.table)
  let written = 0
  for (const table of tables) {
    const tableRows = byTable.get(table.table)
    if (tableRows) written += await importTable(tx, table, { userId, rows: tableRows.map(({ row }) => row) })
  }
  if (tables.every(({ table }) => !byTable.has(table)) && rows.length > 0)
    throw errors.INVALID_INPUT({ reason: `The archive of this service has no table ${rows[0]?.table}.` })
  return written
}

type Page = { userId: string; rows: Record<string, unknown>[] }

async function importTable(tx: Tx, archivedTable: ArchivedTable, page: Page): Promise<number> {
  const { table, overrides = {}, importIf, before, afterInsert } = archivedTable
  const knownColumns = new Set((await tx.sql<{ name: string }>(SELECT_COLUMNS, [table])).map(({ name }) => name))
  const columns = Object.keys(page.rows[0] ?? {}).filter(name => knownColumns.has(name))
  const json = JSON.stringify(page.rows)
  if (before) await tx.sql(before, [page.userId, json])
  const values = columns.map(name => overrides[name] ?? `r.${name}`)
  const ids = await tx.sql<{ id: string }>(
    `WITH kept AS (
       INSERT INTO ${table} AS k (${columns.join(', ')}) SELECT ${values.join(', ')}
       FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r WHERE ${conditionsOf(columns, importIf)}
       ON CONFLICT DO NOTHING RETURNING k.${afterInsert ? 'id' : Object.keys(archivedTable.key)[0]}::text AS id)
     SELECT id FROM kept`,
    [page.userId, json],
  )
  await afterInsert?.(
    tx,
    ids.map(({ id }) => id),
  )
  return ids.length
}

/** Counts the rows of an archive that can be imported; the others refer to data that the archive does not contain. */
export async function countImportable(
  db: Pick<Tx, 'sql'>,
  { table, importIf }: ArchivedTable,
  { userId, rows }: Page,
): Promise<number> {
  const sql = `
    SELECT count(*)::int AS count FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r
    WHERE ${conditionsOf(Object.keys(rows[0] ?? {}), importIf)}`
  const [row] = await db.sql<{ count: number }>(sql, [userId, JSON.stringify(rows)])
  return row?.count ?? 0
}

function conditionsOf(columns: string[], importIf: string | undefined): string {
  const owner = ['owner_id', 'user_id'].find(name => columns.includes(name))
  return [owner ? `r.${owner} = $1` : '$1::uuid IS NOT NULL', ...(importIf ? [`(${importIf})`] : [])].join(' AND ')
}
