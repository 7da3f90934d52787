import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Whose galleries are closed: what identity told of somebody, the newest version. */
export class Owners1700000001013 implements MigrationInterface {
  name = 'Owners1700000001013'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE owners (user_id uuid PRIMARY KEY, version bigint NOT NULL, suspended boolean NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE owners')
  }
}
