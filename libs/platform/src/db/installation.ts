import type pg from 'pg'
import type { Database } from './database.ts'

const READ = 'SELECT id FROM installation.identity'

/**
 * The installation's id: one row for the whole database, which every service may read and none may change. What lies outside of
 * the database (the store) carries it too, so that a database that is not its own leaves it alone.
 */
export async function prepareInstallation(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('installation.identity') AS found`)
  if (rows[0]?.found) return
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

export async function installationId(db: Database): Promise<string> {
  const [row] = await db.sql<{ id: string }>(READ)
  if (!row) throw new Error('the database has no installation id: run daymark migrate')
  return row.id
}
