import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which rendition of a photo is the latest: it stays in use when the current watermark can no longer be rendered (rule 40). */
export class WatermarkedRenderedAt1780000000021 implements MigrationInterface {
  name = 'WatermarkedRenderedAt1780000000021'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE watermarked ADD COLUMN rendered_at timestamptz NOT NULL DEFAULT now()')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE watermarked DROP COLUMN rendered_at')
  }
}
