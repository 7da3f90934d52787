import { type ArchivedRow, errors } from '@daymark/contracts'
import type { Tx } from '../db/tx.ts'
import type { ArchivedTable } from './archived-table.ts'

/** Those that the table has today and that can be written: an archive may be older or newer than the installation. */
const COLUMNS = `
  SELECT attname AS name FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a'`

/** Keeps rows of an account that are not there yet. Answers how many that were. */
export async function importRows(
  tx: Tx,
  tables: ArchivedTable[],
  { userId, rows }: { userId: string; rows: ArchivedRow[] },
): Promise<number> {
  const byTable = Map.groupBy(rows, row => row.table)
  let written = 0
  for (const table of tables) {
    const found = byTable.get(table.table)
    if (found) written += await importTable(tx, table, { userId, rows: found.map(({ row }) => row) })
  }
  if (tables.every(({ table }) => !byTable.has(table)) && rows.length > 0)
    throw errors.INVALID_INPUT({ reason: `The archive of this service has no table ${rows[0]?.table}.` })
  return written
}

type Page = { userId: string; rows: Record<string, unknown>[] }

async function importTable(tx: Tx, of: ArchivedTable, page: Page): Promise<number> {
  const { table, as = {}, needs, before, kept } = of
  const known = new Set((await tx.sql<{ name: string }>(COLUMNS, [table])).map(({ name }) => name))
  const columns = Object.keys(page.rows[0] ?? {}).filter(name => known.has(name))
  const json = JSON.stringify(page.rows)
  if (before) await tx.sql(before, [page.userId, json])
  const values = columns.map(name => as[name] ?? `r.${name}`)
  const ids = await tx.sql<{ id: string }>(
    `WITH kept AS (
       INSERT INTO ${table} AS k (${columns.join(', ')}) SELECT ${values.join(', ')}
       FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r WHERE ${conditionsOf(columns, needs)}
       ON CONFLICT DO NOTHING RETURNING k.${kept ? 'id' : Object.keys(of.key)[0]}::text AS id)
     SELECT id FROM kept`,
    [page.userId, json],
  )
  await kept?.(
    tx,
    ids.map(({ id }) => id),
  )
  return ids.length
}

/** How many of these rows of an archive belong into this database: the others refer to what the archive does not hold. */
export async function countImportable(
  db: Pick<Tx, 'sql'>,
  { table, needs }: ArchivedTable,
  { userId, rows }: Page,
): Promise<number> {
  const sql = `
    SELECT count(*)::int AS count FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r
    WHERE ${conditionsOf(Object.keys(rows[0] ?? {}), needs)}`
  const [found] = await db.sql<{ count: number }>(sql, [userId, JSON.stringify(rows)])
  return found?.count ?? 0
}

function conditionsOf(columns: string[], needs: string | undefined): string {
  const owner = ['owner_id', 'user_id'].find(name => columns.includes(name))
  return [owner ? `r.${owner} = $1` : '$1::uuid IS NOT NULL', ...(needs ? [`(${needs})`] : [])].join(' AND ')
}
