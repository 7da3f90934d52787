import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Creates the tables of billing: for plans and for data of the payment provider. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [SUBSCRIPTIONS, PROVIDER]) await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const SUBSCRIPTIONS = `
  CREATE TABLE subscriptions (
    user_id uuid PRIMARY KEY,
    tier text NOT NULL,
    status text NOT NULL,
    storage_limit bigint NOT NULL CHECK (storage_limit >= 0),
    end_date timestamptz,
    past_due_since timestamptz,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    lapses_at timestamptz,
    customer_id text UNIQUE,
    provider_id text,
    checkout_id text,
    read_version int NOT NULL DEFAULT 0,
    reconciled_at timestamptz,
    deletion_pending boolean NOT NULL DEFAULT false,
    deletion_version float8 NOT NULL DEFAULT 0,
    ends_by_deletion boolean NOT NULL DEFAULT false,
    version int NOT NULL CHECK (version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  COMMENT ON TABLE subscriptions IS 'Plan of each account.';
  COMMENT ON COLUMN subscriptions.end_date IS 'Next renewal, or the end of the plan.';
  COMMENT ON COLUMN subscriptions.lapses_at IS
    'When time alone changes what the plan allows. Null: never, or already announced.';
  COMMENT ON COLUMN subscriptions.customer_id IS 'Customer at the payment provider.';
  COMMENT ON COLUMN subscriptions.provider_id IS 'Subscription at the payment provider. Null: not bought there.';
  COMMENT ON COLUMN subscriptions.checkout_id IS 'The last checkout session that was opened.';
  COMMENT ON COLUMN subscriptions.read_version IS
    'Grows with each stored response of the provider, so that an older response never replaces a newer one.';
  COMMENT ON COLUMN subscriptions.reconciled_at IS 'When the provider was last asked.';
  COMMENT ON COLUMN subscriptions.deletion_pending IS 'The account waits for deletion.';
  COMMENT ON COLUMN subscriptions.deletion_version IS 'Version of deletion_pending. An older announcement changes nothing.';
  COMMENT ON COLUMN subscriptions.ends_by_deletion IS 'The plan ends only because the account waits for deletion.';
  COMMENT ON COLUMN subscriptions.version IS 'Grows with each change. Subscribers keep the newest version.';
  CREATE INDEX subscriptions_lapsing ON subscriptions (lapses_at) WHERE lapses_at IS NOT NULL;
  CREATE INDEX subscriptions_managed ON subscriptions (user_id) WHERE provider_id IS NOT NULL`

const PROVIDER = `
  CREATE TABLE provider_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    object_id text NOT NULL,
    user_id uuid,
    received_at timestamptz NOT NULL,
    handled_at timestamptz
  );
  COMMENT ON TABLE provider_events IS 'Webhook events of the payment provider. Each is handled once.';
  CREATE INDEX provider_events_age ON provider_events (received_at);
  CREATE INDEX provider_events_user ON provider_events (user_id);

  CREATE TABLE dispute_notices (
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
  COMMENT ON TABLE dispute_notices IS 'Refunds and disputes at the payment provider.';
  COMMENT ON COLUMN dispute_notices.id IS 'Provider id of the refunded charge or of the dispute.';
  COMMENT ON COLUMN dispute_notices.amount IS 'In the smallest unit of the currency.';
  CREATE INDEX dispute_notices_age ON dispute_notices (noted_at);

  CREATE TABLE reconciliations (
    started_at timestamptz PRIMARY KEY,
    finished_at timestamptz NOT NULL,
    checked int NOT NULL,
    changed int NOT NULL
  );
  COMMENT ON TABLE reconciliations IS 'Runs that compared all subscriptions with the provider.';
  COMMENT ON COLUMN reconciliations.checked IS 'Subscriptions compared.';
  COMMENT ON COLUMN reconciliations.changed IS 'Subscriptions that differed.'`
