import type { MigrationInterface, QueryRunner } from 'typeorm'

/** When the owner of a link changed it last, for conditional changes by date (If-Unmodified-Since). Null: before this column. */
export class LinkUpdates1700000001031 implements MigrationInterface {
  name = 'LinkUpdates1700000001031'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE links ADD COLUMN updated_at timestamptz')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE links DROP COLUMN updated_at')
  }
}
