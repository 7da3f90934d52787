import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The headings in the order of an album, as library tells them. Albums of before have none. */
export class Sections1700000001021 implements MigrationInterface {
  name = 'Sections1700000001021'
  async up(q: QueryRunner) {
    await q.query(`ALTER TABLE albums ADD COLUMN sections jsonb NOT NULL DEFAULT '[]'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE albums DROP COLUMN sections')
  }
}
