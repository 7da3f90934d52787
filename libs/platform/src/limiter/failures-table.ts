import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Unlogged: failures are written at the speed of an attack, and a crash of Postgres may forget the last 15 minutes. */
export class FailuresTable1700000000100 implements MigrationInterface {
  name = 'FailuresTable1700000000100'
  async up(q: QueryRunner) {
    await q.query('CREATE UNLOGGED TABLE failures (key text PRIMARY KEY, failed_at timestamptz[] NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE failures')
  }
}
