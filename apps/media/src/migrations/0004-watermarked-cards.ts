import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Pictures of link cards bear the mark too: `card-x-y`, around a point in per cent. Sizes of downloads may be numbers. */
export class WatermarkedCards1780000000004 implements MigrationInterface {
  name = 'WatermarkedCards1780000000004'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE watermarked DROP CONSTRAINT watermarked_size_check;
      ALTER TABLE watermarked ADD CONSTRAINT watermarked_size_check
        CHECK (size ~ '^(sm|md|lg|full|[0-9]{4}|card-[0-9]{1,3}-[0-9]{1,3})$')`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DELETE FROM watermarked WHERE size LIKE 'card-%';
      ALTER TABLE watermarked DROP CONSTRAINT watermarked_size_check;
      ALTER TABLE watermarked ADD CONSTRAINT watermarked_size_check
        CHECK (size ~ '^(sm|md|lg|full|[0-9]{4})$')`)
  }
}
