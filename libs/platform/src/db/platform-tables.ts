import type { MigrationInterface, QueryRunner } from 'typeorm'
import { InstancesTable1700000000012 } from '../operation/instances-table.ts'
import { JobQueueTable1700000000013 } from '../jobs/job-queue-table.ts'
import { JobsTable1700000000011 } from './jobs-table.ts'
import { OutboxLanes1700000000010 } from './outbox-lanes.ts'

/** The same three tables in every schema: events to publish, events received, events that could not be handled. */
class PlatformTables1700000000000 implements MigrationInterface {
  name = 'PlatformTables1700000000000'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE outbox (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        envelope jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE inbox (
        event_id uuid NOT NULL,
        subscriber text NOT NULL,
        attempts int NOT NULL DEFAULT 1,
        first_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz,
        PRIMARY KEY (event_id, subscriber)
      );
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
      );`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE dead_letters, inbox, outbox')
  }
}

export const platformTables = [
  PlatformTables1700000000000,
  OutboxLanes1700000000010,
  JobsTable1700000000011,
  InstancesTable1700000000012,
  JobQueueTable1700000000013,
]
