import type { MigrationInterface, QueryRunner } from 'typeorm'

/** When each handler of time last began, so that of several replicas one runs it. */
export class JobsTable1700000000011 implements MigrationInterface {
  name = 'JobsTable1700000000011'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE jobs (name text PRIMARY KEY, started_at timestamptz NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE jobs')
  }
}
