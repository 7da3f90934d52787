import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Copies of files that take longer than a call: which replica works on them, and how they ended. */
export class CopiesUnderWay1780000000020 implements MigrationInterface {
  name = 'CopiesUnderWay1780000000020'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE copies_under_way (
        id text PRIMARY KEY,
        user_id uuid NOT NULL,
        holder uuid NOT NULL,
        until timestamptz NOT NULL,
        ended text
      );
      COMMENT ON COLUMN copies_under_way.until IS 'when nobody works on it any more, or its end is of no interest'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE copies_under_way')
  }
}
