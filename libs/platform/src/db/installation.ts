import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../config/config.ts'
import type { Database } from './database.ts'
import { PlatformBaseline1700000000001 } from './platform-tables.ts'

const SELECT_INSTALLATION_ID = 'SELECT id FROM installation.identity'

/**
 * Throws ConfigError if a development build before 1.0.0 created the database: a service then has migrations, but not the first migration
 * of 1.0.0. Call it before the first change of the database.
 */
export async function assertNoDevelopmentBuild(client: pg.Client, services: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT oid::regclass::text AS table FROM pg_class
     WHERE relname = 'migrations' AND relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1))`,
    [services],
  )
  for (const { table } of rows) {
    const { rows: migrations } = await client.query<{ name: string }>(`SELECT name FROM ${table}`)
    if (migrations.length === 0 || migrations.some(({ name }) => name === PlatformBaseline1700000000001.name)) continue
    throw new ConfigError(
      'This data folder or database was created by a development build before 1.0.0, which Daymark 1.0.0 cannot upgrade: ' +
        'start with an empty data folder (DAYMARK_DATA_DIR) or an empty database (DAYMARK_DATABASE_URL).',
    )
  }
}

/**
 * Creates the id of the installation: one row for the whole database, which every service may read and none may change. The photo store
 * contains the same id, so that an installation with another database does not modify the store.
 */
export async function prepareInstallation(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('installation.identity') AS existing_table`)
  if (rows[0]?.existing_table) return
  await client.query(
    `CREATE SCHEMA IF NOT EXISTS installation;
     CREATE TABLE installation.identity (
       single boolean PRIMARY KEY DEFAULT true CHECK (single),
       id uuid NOT NULL DEFAULT gen_random_uuid()
     );
     INSERT INTO installation.identity DEFAULT VALUES;
     GRANT USAGE ON SCHEMA installation TO PUBLIC;
     GRANT SELECT ON installation.identity TO PUBLIC`,
  )
}

/**
 * Throws ConfigError if the secret is not the one with which this database was set up. Otherwise the roles would receive new passwords and
 * every process with the right secret would be locked out. `isNewSecret`: the operator has changed the secret.
 */
export async function checkSecret(client: pg.Client, secret: string, isNewSecret = false): Promise<void> {
  const fingerprint = createHmac('sha256', secret).update('installation').digest('base64url')
  await client.query(
    `CREATE TABLE IF NOT EXISTS installation.secret (
       single boolean PRIMARY KEY DEFAULT true CHECK (single),
       fingerprint text NOT NULL
     )`,
  )
  const { rows } = await client.query('SELECT fingerprint FROM installation.secret')
  if (rows[0]?.fingerprint === fingerprint) return
  if (rows[0] && !isNewSecret)
    throw new ConfigError(
      'DAYMARK_SECRET is not the one that this database was set up with. If it was changed on purpose: daymark secret changed.',
    )
  await client.query(
    'INSERT INTO installation.secret (fingerprint) VALUES ($1) ON CONFLICT (single) DO UPDATE SET fingerprint = excluded.fingerprint',
    [fingerprint],
  )
}

/** The id of the installation. Throws if `daymark migrate` has not created it. */
export async function readInstallationId(db: Database): Promise<string> {
  const [row] = await db.sql<{ id: string }>(SELECT_INSTALLATION_ID)
  if (!row) throw new Error('the database has no installation id: run daymark migrate')
  return row.id
}
