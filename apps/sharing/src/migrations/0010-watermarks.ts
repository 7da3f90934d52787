import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Who has a watermark image, as media told. */
export class Watermarks1700000001009 implements MigrationInterface {
  name = 'Watermarks1700000001009'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE watermarks (
        owner_id uuid PRIMARY KEY,
        revision int NOT NULL,
        present boolean NOT NULL
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE watermarks')
  }
}
