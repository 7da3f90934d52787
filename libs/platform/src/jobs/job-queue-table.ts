import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Jobs that wait or run. A leased job has the end of its lease in `run_at`, so one index finds what is due and skips what runs or
 * waits for its next attempt. Events of the slow lane, which jobs replace, go by the main one.
 */
export class JobQueueTable1700000000013 implements MigrationInterface {
  name = 'JobQueueTable1700000000013'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE job_queue (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        key text NOT NULL,
        account text NOT NULL,
        job_group text NOT NULL DEFAULT '',
        sequence text,
        payload jsonb NOT NULL,
        run_at timestamptz NOT NULL,
        lease uuid,
        attempts int NOT NULL DEFAULT 0,
        excused int NOT NULL DEFAULT 0,
        last_error text,
        created_at timestamptz NOT NULL,
        UNIQUE (kind, key)
      );
      CREATE INDEX job_queue_due ON job_queue (kind, account, job_group, run_at, id);
      CREATE INDEX job_queue_sequence ON job_queue (kind, sequence, id) WHERE sequence IS NOT NULL;
      UPDATE outbox SET lane = 'main' WHERE lane = 'slow';`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE job_queue')
  }
}
