import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Operators bring back a part of an account. */
export class Wanted1800000000007 implements MigrationInterface {
  name = 'Wanted1800000000007'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE backup_restores ADD COLUMN IF NOT EXISTS wanted jsonb;
      COMMENT ON COLUMN backup_restores.wanted IS 'an album or a photo by its name; null: everything'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE backup_restores DROP COLUMN wanted')
  }
}
