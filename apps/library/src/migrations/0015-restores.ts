import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What an owner brings back comes under a new id and says which one it had; rows of the backup wait beside the library until then. */
export class Restores1760000000015 implements MigrationInterface {
  name = 'Restores1760000000015'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE photos ADD COLUMN restored_from uuid;
      ALTER TABLE albums ADD COLUMN restored_from uuid;
      CREATE INDEX photos_restored ON photos (restored_from) WHERE restored_from IS NOT NULL;
      CREATE INDEX albums_restored ON albums (restored_from) WHERE restored_from IS NOT NULL;
      CREATE TABLE restored_rows (
        restore_id uuid NOT NULL,
        of_table text NOT NULL,
        key text NOT NULL,
        old_id uuid,
        new_id uuid,
        user_id uuid NOT NULL,
        row jsonb NOT NULL,
        PRIMARY KEY (restore_id, of_table, key)
      );
      CREATE INDEX restored_rows_user ON restored_rows (user_id)`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE restored_rows;
      ALTER TABLE photos DROP COLUMN restored_from;
      ALTER TABLE albums DROP COLUMN restored_from`)
  }
}
