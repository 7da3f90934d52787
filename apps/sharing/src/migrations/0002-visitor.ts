import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Visitor1700000001001 implements MigrationInterface {
  name = 'Visitor1700000001001'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE photos ADD COLUMN visitor jsonb;
      COMMENT ON COLUMN photos.visitor IS 'what is downloaded; null: the large variant'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE photos DROP COLUMN visitor')
  }
}
