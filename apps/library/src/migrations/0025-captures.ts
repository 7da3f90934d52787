import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What a file says of the moment and the camera, and how an album puts clocks right. Photos that were read before have none: what
 * their EXIF says is read out of it when it is asked for (photos/capture-column.ts), so no row is written here.
 */
export class Captures1760000000025 implements MigrationInterface {
  name = 'Captures1760000000025'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE photos ADD COLUMN capture jsonb;
      ALTER TABLE photo_files ADD COLUMN capture jsonb;
      ALTER TABLE albums ADD COLUMN capture_order jsonb;
      COMMENT ON COLUMN albums.capture_order IS
        'keep: later photos fall in by time; clocks: milliseconds by camera; null: nobody ordered it by time'`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      ALTER TABLE photos DROP COLUMN capture;
      ALTER TABLE photo_files DROP COLUMN capture;
      ALTER TABLE albums DROP COLUMN capture_order`)
  }
}
