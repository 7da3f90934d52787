import { type Database, defineService, withDatabase } from '@daymark/platform'
import { pollUntil, type TestDatabase, testDatabase } from '@daymark/testing'
import { Client } from 'pg'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { migrate } from '../../src/operation/migrate.ts'

class Things1800000000101 implements MigrationInterface {
  name = 'Things1800000000101'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE things (id int)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE things')
  }
}
class Indexed1800000000102 implements MigrationInterface {
  name = 'Indexed1800000000102'
  transaction = false
  async up(q: QueryRunner) {
    await q.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS things_id ON things (id)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX things_id')
  }
}
class Again1800000000104 implements MigrationInterface {
  name = 'Again1800000000104'
  transaction = false
  async up(q: QueryRunner) {
    await q.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS things_again ON things (id)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX things_again')
  }
}
class Marked1800000000103 implements MigrationInterface {
  name = 'Marked1800000000103'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE things ADD COLUMN mark int')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE things DROP COLUMN mark')
  }
}
/** The migrations that a development build before 1.0.0 recorded. */
const DEVELOPMENT_MIGRATIONS = ['PlatformTables1700000000000', 'OutboxLanes1700000000010', 'Things1790000000001']
const createKappa = (...more: (new () => MigrationInterface)[]) =>
  defineService({ name: 'kappa', migrations: [Things1800000000101, ...more] })

describe('migrations', () => {
  let database: TestDatabase
  let env: Record<string, string>
  let reader: Client
  beforeAll(async () => {
    database = await testDatabase()
    env = { DAYMARK_DATABASE_URL: database.url, DAYMARK_SECRET: 'a secret for tests only, at least 32 characters' }
    await migrate([createKappa()], env)
    reader = new Client({ connectionString: database.url })
    await reader.connect()
  })
  afterAll(async () => {
    await reader.end()
    await database.drop()
  })

  const isValid = async (index: string) => {
    const sql = 'SELECT indisvalid FROM pg_index WHERE indexrelid = $1::regclass'
    return (await reader.query<{ indisvalid: boolean }>(sql, [`kappa.${index}`])).rows[0]?.indisvalid
  }
  /** The number of invalid indexes that no running statement is building. */
  const countInvalidIndexes = async () =>
    (
      await reader.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relname = 'things_again' AND NOT i.indisvalid
           AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%')`,
      )
    ).rows[0]?.n
  const countWaitingLocks = async () =>
    (
      await reader.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
         WHERE c.relname = 'things' AND l.mode = 'AccessExclusiveLock' AND NOT l.granted`,
      )
    ).rows[0]?.n

  it('a database of a development build before 1.0.0 is rejected and not changed', async () => {
    const old = await testDatabase()
    const client = new Client({ connectionString: old.url })
    await client.connect()
    try {
      await client.query(`CREATE SCHEMA kappa; CREATE TABLE kappa.migrations (id serial, timestamp bigint, name text)`)
      await client.query('INSERT INTO kappa.migrations (timestamp, name) SELECT 1, unnest($1::text[])', [
        DEVELOPMENT_MIGRATIONS,
      ])
      const state = async () =>
        (await client.query(`SELECT nspname, nspacl::text FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1`)).rows
      const before = await state()
      const migrated = migrate([createKappa()], { ...env, DAYMARK_DATABASE_URL: old.url })
      await expect(migrated).rejects.toThrow(
        'created by a development build before 1.0.0, which Daymark 1.0.0 cannot upgrade: start with an empty data folder',
      )
      expect(await state()).toEqual(before)
      expect((await client.query('SELECT name FROM kappa.migrations ORDER BY id')).rows.map(row => row.name)).toEqual(
        DEVELOPMENT_MIGRATIONS,
      )
    } finally {
      await client.end()
      await old.drop()
    }
  })

  it('if several processes start at once, one of them creates the index CONCURRENTLY', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate([createKappa(Indexed1800000000102)], env)))
    expect(all.flatMap(results => results.flatMap(result => result.done))).toEqual(['Indexed1800000000102'])
    expect(await isValid('things_id')).toBe(true)
  })

  it('an index whose creation was blocked by an old transaction is dropped and created again', async () => {
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; INSERT INTO kappa.things VALUES (1)')
      const migrated = migrate([createKappa(Indexed1800000000102, Again1800000000104)], env)
      migrated.catch(() => {}) // awaited below
      await pollUntil('an attempt fails', async () => (await countInvalidIndexes()) === 1)
      await holder.query('ROLLBACK')
      expect((await migrated).flatMap(result => result.done)).toEqual(['Again1800000000104'])
    } finally {
      await holder.end()
    }
    expect(await isValid('things_again')).toBe(true)
  })

  it('a migration that waits for a lock does not block readers, and succeeds later', async () => {
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE kappa.things IN ACCESS SHARE MODE')
      const migrated = migrate([createKappa(Indexed1800000000102, Marked1800000000103)], env)
      migrated.catch(() => {}) // awaited below
      await pollUntil('the migration waits for its lock', async () => (await countWaitingLocks()) === 1)
      // if the migration waited without a timeout, this read would wait until the holder commits
      const source = { service: 'kappa' }
      const read = (db: Database) => db.sql('SELECT count(*)::int AS n FROM things')
      expect(await withDatabase(env, source, read)).toEqual([{ n: 0 }])
      await holder.query('COMMIT')
      expect((await migrated).flatMap(result => result.done)).toEqual(['Marked1800000000103'])
    } finally {
      await holder.end()
    }
  })
})
