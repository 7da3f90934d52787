import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The processes of a service, as each writes itself down; admin has those of the gateway too, which keeps nothing. */
export class InstancesTable1700000000012 implements MigrationInterface {
  name = 'InstancesTable1700000000012'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE instances (
        id uuid PRIMARY KEY,
        service text NOT NULL,
        version text NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        memory bigint NOT NULL,
        event_loop_ms float8 NOT NULL
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE instances')
  }
}
