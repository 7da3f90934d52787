import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How far photos that were processed before `taken_at` became the camera's clock have been corrected (captures/correct-clocks.job.ts). */
export class CameraClocks1760000000027 implements MigrationInterface {
  name = 'CameraClocks1760000000027'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE camera_clock_progress (after uuid NOT NULL);
      COMMENT ON TABLE camera_clock_progress IS 'the last photo that was corrected; empty: all are';
      INSERT INTO camera_clock_progress VALUES ('00000000-0000-0000-0000-000000000000')`)
    for (const table of ['photos', 'photo_files', 'received_files'])
      await q.query(`COMMENT ON COLUMN ${table}.taken_at IS 'the clock of the camera, written as if it were UTC'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE camera_clock_progress')
  }
}
