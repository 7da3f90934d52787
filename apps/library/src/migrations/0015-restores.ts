import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What an owner brings back comes under a new id and says which one it had; rows of the backup wait beside the library until then. */
export class Restores1760000000015 implements MigrationInterface {
  name = 'Restores1760000000015'
  /** Nobody waits for an index; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(COLUMNS)
    for (const table of ['photos', 'albums'])
      await q.query(
        `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${table}_restored ON ${table} (restored_from) WHERE restored_from IS NOT NULL`,
      )
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE restored_rows;
      ALTER TABLE photos DROP COLUMN restored_from;
      ALTER TABLE albums DROP COLUMN restored_from`)
  }
}

const COLUMNS = `
  ALTER TABLE photos ADD COLUMN IF NOT EXISTS restored_from uuid;
  ALTER TABLE albums ADD COLUMN IF NOT EXISTS restored_from uuid;
  CREATE TABLE IF NOT EXISTS restored_rows (
    restore_id uuid NOT NULL,
    of_table text NOT NULL,
    key text NOT NULL,
    old_id uuid,
    new_id uuid,
    user_id uuid NOT NULL,
    row jsonb NOT NULL,
    PRIMARY KEY (restore_id, of_table, key)
  );
  CREATE INDEX IF NOT EXISTS restored_rows_user ON restored_rows (user_id)`
