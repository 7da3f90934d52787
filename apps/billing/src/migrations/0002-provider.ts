import type { MigrationInterface, QueryRunner } from 'typeorm'

const SUBSCRIPTIONS = `
  ALTER TABLE subscriptions
    ADD COLUMN customer_id text UNIQUE,
    ADD COLUMN provider_id text,
    ADD COLUMN checkout_id text,
    ADD COLUMN cancel_at_period_end boolean NOT NULL DEFAULT false,
    ADD COLUMN lapses_at timestamptz,
    ADD COLUMN readings int NOT NULL DEFAULT 0,
    ADD COLUMN seen_at timestamptz;
  UPDATE subscriptions SET lapses_at = past_due_since + interval '7 days' WHERE status = 'past_due';
  CREATE INDEX subscriptions_lapsing ON subscriptions (lapses_at) WHERE lapses_at IS NOT NULL;
  CREATE INDEX subscriptions_managed ON subscriptions (user_id) WHERE provider_id IS NOT NULL;`

const EVENTS = `
  CREATE TABLE provider_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    object_id text NOT NULL,
    user_id uuid,
    received_at timestamptz NOT NULL,
    handled_at timestamptz
  );
  CREATE INDEX provider_events_age ON provider_events (received_at);
  CREATE TABLE provider_notes (
    id text PRIMARY KEY,
    kind text NOT NULL,
    user_id uuid NOT NULL,
    charge_id text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    reason text,
    noted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX provider_notes_age ON provider_notes (noted_at);
  CREATE TABLE reconciliations (
    started_at timestamptz PRIMARY KEY,
    finished_at timestamptz NOT NULL,
    looked int NOT NULL,
    changed int NOT NULL
  );`

/** What is known of each account at the card provider, the events it sent, and what the operator should know. */
export class Provider1780000000002 implements MigrationInterface {
  name = 'Provider1780000000002'
  async up(q: QueryRunner) {
    await q.query(SUBSCRIPTIONS)
    await q.query(EVENTS)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE reconciliations;
      DROP TABLE provider_notes;
      DROP TABLE provider_events;
      ALTER TABLE subscriptions
        DROP COLUMN customer_id, DROP COLUMN provider_id, DROP COLUMN checkout_id, DROP COLUMN cancel_at_period_end,
        DROP COLUMN lapses_at, DROP COLUMN readings, DROP COLUMN seen_at;`)
  }
}
