import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What is sent to webhooks: a row for each event and webhook. `seq` is the order in which events came, `retry` how many attempts
 * there were since the delivery was made or sent again; the `due_at` of one that is being sent is the end of its lease.
 */
export class Deliveries1790000000005 implements MigrationInterface {
  name = 'Deliveries1790000000005'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE deliveries (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        seq bigint GENERATED ALWAYS AS IDENTITY,
        webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
        event_id uuid NOT NULL,
        object_id text NOT NULL,
        type text NOT NULL,
        data text NOT NULL,
        created_at timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        due_at timestamptz,
        taken_at timestamptz,
        retry int NOT NULL DEFAULT 0,
        attempts int NOT NULL DEFAULT 0,
        attempted_at timestamptz,
        duration_ms int,
        error text,
        request_headers jsonb,
        response_status int,
        response_headers jsonb,
        response_body text,
        UNIQUE (webhook_id, event_id)
      );
      CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, seq) WHERE status = 'pending';
      CREATE INDEX deliveries_first ON deliveries (webhook_id, object_id, seq) WHERE status = 'pending' AND attempts = 0;
      CREATE INDEX deliveries_newest ON deliveries (webhook_id, seq);
      CREATE INDEX deliveries_status ON deliveries (webhook_id, status, seq);
      CREATE INDEX deliveries_created ON deliveries (created_at);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE deliveries')
  }
}
