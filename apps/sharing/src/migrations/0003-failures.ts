import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Wrong gallery passwords are counted in the kit's table. */
export class Failures1700000001002 implements MigrationInterface {
  name = 'Failures1700000001002'
  async up(q: QueryRunner) {
    await q.query('DROP TABLE unlock_attempts')
  }
  async down(q: QueryRunner) {
    await q.query(`
      CREATE TABLE unlock_attempts (
        link_id uuid NOT NULL,
        network text NOT NULL,
        since timestamptz NOT NULL,
        count int NOT NULL,
        PRIMARY KEY (link_id, network)
      );
      CREATE INDEX unlock_attempts_since ON unlock_attempts (since);`)
  }
}
