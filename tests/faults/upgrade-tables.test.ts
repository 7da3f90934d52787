import { randomUUID } from 'node:crypto'
import { migrate, type ServiceDefinition } from '@daymark/platform'
import { testDatabase } from '@daymark/testing/outside'
import { Client } from 'pg'
import { allMigrations, type KnownMigration, released } from '../architecture/support/migrations.ts'
import { allServices } from '../support/all-services.ts'

const schemas = allServices.filter(one => one.database !== false).map(({ name }) => name)

type Column = { table: string; column: string; type: string; check: string | null }
type Row = Record<string, unknown>

const COLUMNS = `
  SELECT c.oid::regclass::text AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type,
    (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS "check"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = ANY ($1::regnamespace[]) AND c.relkind = 'r' AND c.relname <> 'migrations'
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
  ORDER BY c.oid, a.attnum`

/** A value that the column accepts. Every uuid of a row is the same, so that rows of different tables refer to each other. */
function valueOf({ type, check }: Column, id: string): unknown {
  if (type.endsWith('[]')) return []
  if (type === 'uuid') return id
  if (type === 'boolean') return true
  if (type === 'jsonb') return { id }
  if (type === 'bytea') return `\\x${id.replaceAll('-', '')}`
  if (type.startsWith('timestamp')) return '2026-01-02T03:04:05Z'
  if (type === 'text') return /'(?:\^\()?(\w+)/.exec(check ?? '')?.[1] ?? id
  return 1
}

/** The tables of the previous release, as its program sees them. */
class ReleasedTables {
  private readonly tables: Map<string, Column[]>
  private constructor(
    private readonly client: Client,
    columns: Column[],
  ) {
    this.tables = Map.groupBy(columns, one => one.table)
  }
  static async read(client: Client): Promise<ReleasedTables> {
    return new ReleasedTables(client, (await client.query<Column>(COLUMNS, [schemas])).rows)
  }

  /** Writes a row into every table. Answers the tables that refuse it. */
  async insert(): Promise<string[]> {
    const refused: string[] = []
    const id = randomUUID()
    for (const [table, columns] of this.tables) {
      const names = columns.map(({ column }) => `"${column}"`).join(', ')
      const row = Object.fromEntries(columns.map(one => [one.column, valueOf(one, id)]))
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1) ON CONFLICT DO NOTHING`
      await this.client.query('SAVEPOINT before_row')
      await this.client.query(sql, [JSON.stringify(row)]).catch(async (error: Error) => {
        refused.push(`${table}: ${error.message}`)
        await this.client.query('ROLLBACK TO before_row')
      })
    }
    return refused
  }
  /** All rows, with the columns of the previous release. */
  async rows(): Promise<Record<string, Row[]>> {
    const all: Record<string, Row[]> = {}
    for (const [table, columns] of this.tables) {
      const names = columns.map(({ column }) => `"${column}"`).join(', ')
      all[table] = (await this.client.query<Row>(`SELECT ${names} FROM ${table} ORDER BY ${names}`)).rows
    }
    return all
  }
}

describe('a database of the last release with rows in every table', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let client: Client
  let env: Record<string, string>
  let all: KnownMigration[]
  let tables: ReleasedTables
  let refused: string[]
  let before: Record<string, Row[]>

  /** The services with the migrations of the last release alone. */
  const lastRelease = () => {
    const since = new Set(all.filter(({ id }) => !(id in released.migrations)).map(({ id }) => id))
    return allServices.map((one): ServiceDefinition => ({
      ...one,
      migrations: one.migrations?.filter(({ name }) => !since.has(`${one.name}/${name}`)) ?? [],
    }))
  }
  beforeAll(async () => {
    database = await testDatabase()
    env = { DAYMARK_DATABASE_URL: database.url, DAYMARK_SECRET: 'a secret for tests only, at least 32 characters' }
    all = await allMigrations()
    await migrate(lastRelease(), env)
    client = new Client({ connectionString: database.url })
    await client.connect()
    tables = await ReleasedTables.read(client)
    // foreign keys and triggers do not apply to these rows
    await client.query('SET session_replication_role = replica; BEGIN')
    refused = await tables.insert()
    await client.query('COMMIT')
    before = await tables.rows()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('is migrated to this version without a change to its rows, and the last release can still write to it', async () => {
    expect(refused).toEqual([])
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    const expected = all.filter(({ id }) => !(id in released.migrations)).map(({ name }) => name)
    const done = await migrate(allServices, env)
    expect(done.flatMap(one => one.done).toSorted()).toEqual(expected.toSorted())
    expect((await migrate(allServices, env)).flatMap(one => one.done)).toEqual([])
    expect(await tables.rows()).toEqual(before)
    await client.query('BEGIN')
    expect(await tables.insert()).toEqual([])
    await client.query('ROLLBACK')
  })

  /** Tables whose rows differ, and tables that refuse a row of the last release; undone afterwards. */
  const problemsAfter = async (sql: string) => {
    await client.query(`BEGIN; ${sql}`)
    const refusing = (await tables.insert()).map(message => message.split(':')[0])
    await client.query(`ROLLBACK; BEGIN; ${sql}`)
    const rows = await tables.rows().catch(() => ({}) as typeof before)
    await client.query('ROLLBACK')
    const differing = Object.keys(before).filter(table => JSON.stringify(rows[table]) !== JSON.stringify(before[table]))
    return new Set([...refusing, ...differing])
  }
  it.each([
    ['drops a column', 'ALTER TABLE library.photos DROP COLUMN mime_type', 'library.photos'],
    ['renames a table', 'ALTER TABLE developer.webhooks RENAME TO endpoints', 'developer.webhooks'],
    ['changes rows', "UPDATE identity.users SET display_name = ''", 'identity.users'],
    ['needs a new value', 'TRUNCATE media.plans; ALTER TABLE media.plans ADD n int NOT NULL', 'media.plans'],
  ])('notices a migration that %s', async (_, sql, table) => {
    expect(await problemsAfter('SELECT')).toEqual(new Set())
    expect(await problemsAfter(sql)).toContain(table)
  })
})
