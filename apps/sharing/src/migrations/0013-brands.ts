import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What studios show their clients in the place of Daymark. */
export class Brands1700000001012 implements MigrationInterface {
  name = 'Brands1700000001012'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE brands (
        owner_id uuid PRIMARY KEY,
        name text NOT NULL DEFAULT '',
        website text,
        accent text
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE brands')
  }
}
