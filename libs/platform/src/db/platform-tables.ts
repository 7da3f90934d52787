import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Tables of every service. This migration runs first in each schema. */
export class PlatformBaseline1700000000001 implements MigrationInterface {
  name = 'PlatformBaseline1700000000001'
  async up(q: QueryRunner) {
    for (const sql of [EVENTS, JOBS, INSTANCES]) await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

/** Table of services that limit failed attempts (limiter/failure-limiter.ts). */
export class FailuresTable1700000000002 implements MigrationInterface {
  name = 'FailuresTable1700000000002'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE UNLOGGED TABLE failures (
        key text PRIMARY KEY,
        failed_at timestamptz[] NOT NULL
      );
      COMMENT ON TABLE failures IS
        'Recent failed attempts, such as wrong passwords. Unlogged: an attack writes it often, and a crash may forget it.';
      COMMENT ON COLUMN failures.key IS 'What is limited, and for whom: an account, a network or a link.'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE failures')
  }
}

export const platformTables = [PlatformBaseline1700000000001]

const EVENTS = `
  CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    envelope jsonb NOT NULL,
    priority text NOT NULL DEFAULT 'main',
    owner text NOT NULL DEFAULT 'none',
    created_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE outbox IS 'Events to be published. Written in the transaction that causes them.';
  COMMENT ON COLUMN outbox.owner IS 'Account of the event. Accounts take turns.';
  CREATE INDEX outbox_turns ON outbox (priority, owner, seq);

  CREATE TABLE inbox (
    event_id uuid NOT NULL,
    subscriber text NOT NULL,
    attempts int NOT NULL DEFAULT 1,
    first_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz,
    PRIMARY KEY (event_id, subscriber)
  );
  COMMENT ON TABLE inbox IS 'Events received. Prevents a subscriber from handling an event twice.';
  CREATE INDEX inbox_done ON inbox (done_at);

  CREATE TABLE dead_letters (
    event_id uuid NOT NULL,
    subscriber text NOT NULL,
    envelope jsonb NOT NULL,
    reason text NOT NULL,
    attempts int NOT NULL,
    died_at timestamptz NOT NULL DEFAULT now(),
    replay boolean NOT NULL DEFAULT false,
    PRIMARY KEY (event_id, subscriber)
  );
  COMMENT ON TABLE dead_letters IS 'Events that a subscriber could not handle.';
  COMMENT ON COLUMN dead_letters.replay IS 'An operator requested another attempt.'`

const JOBS = `
  CREATE TABLE scheduled_jobs (
    name text PRIMARY KEY,
    started_at timestamptz NOT NULL
  );
  COMMENT ON TABLE scheduled_jobs IS 'Last start of each periodic job, so that one replica runs it.';

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
    uncounted_attempts int NOT NULL DEFAULT 0,
    last_error text,
    created_at timestamptz NOT NULL,
    UNIQUE (kind, key)
  );
  COMMENT ON TABLE job_queue IS 'Jobs that wait or run.';
  COMMENT ON COLUMN job_queue.key IS 'Adding a job with the key of a waiting one changes nothing.';
  COMMENT ON COLUMN job_queue.job_group IS 'Limits how many jobs of a group run at once, over all accounts.';
  COMMENT ON COLUMN job_queue.sequence IS 'Jobs of one sequence start in the order of their ids. Null: in any order.';
  COMMENT ON COLUMN job_queue.run_at IS 'Next attempt. While the job runs: the end of its lease.';
  COMMENT ON COLUMN job_queue.uncounted_attempts IS 'Attempts that did not count, because another system was unavailable.';
  CREATE INDEX job_queue_due ON job_queue (kind, account, job_group, run_at, id);
  CREATE INDEX job_queue_sequence ON job_queue (kind, sequence, id) WHERE sequence IS NOT NULL`

const INSTANCES = `
  CREATE TABLE instances (
    id uuid PRIMARY KEY,
    service text NOT NULL,
    version text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    memory bigint NOT NULL,
    event_loop_ms float8 NOT NULL
  );
  COMMENT ON TABLE instances IS 'Running processes. The rows of admin include the gateway, which has no database.';
  COMMENT ON COLUMN instances.seen_at IS 'Last heartbeat.';
  COMMENT ON COLUMN instances.event_loop_ms IS 'Delay of the event loop.'`
