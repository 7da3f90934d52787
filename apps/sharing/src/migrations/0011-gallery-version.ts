import type { MigrationInterface, QueryRunner } from 'typeorm'

/** So that one row tells whether a gallery is still what it was. */
export class GalleryVersion1700000001010 implements MigrationInterface {
  name = 'GalleryVersion1700000001010'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE albums ADD COLUMN changes bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN albums.changes IS 'grows with whatever galleries of the album show: see copy/gallery-changes.ts';
      CREATE INDEX placements_photo ON placements (photo_id) WHERE present`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP INDEX placements_photo;
      ALTER TABLE albums DROP COLUMN changes`)
  }
}
