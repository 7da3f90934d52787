import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Downloads of 2048 and 1080 pixels bear the mark too. */
export class WatermarkSizes1780000000003 implements MigrationInterface {
  name = 'WatermarkSizes1780000000003'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE watermarked DROP CONSTRAINT watermarked_size_check,
        ADD CHECK (size IN ('sm', 'md', 'lg', 'full', '2048', '1080'))`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DELETE FROM watermarked WHERE size IN ('2048', '1080');
      ALTER TABLE watermarked DROP CONSTRAINT watermarked_size_check,
        ADD CHECK (size IN ('sm', 'md', 'lg', 'full'))`)
  }
}
