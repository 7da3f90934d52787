import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Headings in the order of an album. They are part of its row, so whoever keeps, restores or tells an album has them too. */
export class Sections1760000000023 implements MigrationInterface {
  name = 'Sections1760000000023'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE albums ADD COLUMN sections jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN albums.sections IS
        'id, name and position, in order; a photo is in the last one that does not stand behind it'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE albums DROP COLUMN sections')
  }
}
