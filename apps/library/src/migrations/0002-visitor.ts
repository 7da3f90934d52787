import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What visitors may download of a photo, as media told; null for photos of before. */
export class Visitor1760000000002 implements MigrationInterface {
  name = 'Visitor1760000000002'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE photos ADD COLUMN visitor jsonb')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE photos DROP COLUMN visitor')
  }
}
