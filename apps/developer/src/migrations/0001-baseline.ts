import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Tables of developer: API tokens and webhooks. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [TOKENS, WEBHOOKS]) await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const TOKENS = `
  CREATE TABLE plans (
    user_id uuid PRIMARY KEY,
    version int NOT NULL,
    tier text NOT NULL,
    status text NOT NULL,
    storage_limit bigint NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz
  );
  COMMENT ON TABLE plans IS 'Plan of each account. A copy of what billing announces.';

  CREATE TABLE api_tokens (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    name text,
    prefix text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz
  );
  COMMENT ON TABLE api_tokens IS 'API tokens. Only the SHA-256 of a token is stored.';
  COMMENT ON COLUMN api_tokens.prefix IS 'First characters of the token, shown so that its owner recognizes it.';
  COMMENT ON COLUMN api_tokens.last_used_at IS 'Written at most once a minute.';
  CREATE INDEX api_tokens_user ON api_tokens (user_id);
  CREATE INDEX api_tokens_expiry ON api_tokens (expires_at);

  CREATE TABLE user_access (
    user_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    may_act boolean NOT NULL
  );
  COMMENT ON TABLE user_access IS 'Account state that affects API tokens. A copy of what identity announces.';
  COMMENT ON COLUMN user_access.version IS 'An older announcement changes nothing.';

  CREATE UNLOGGED TABLE rate_limits (
    token_id uuid NOT NULL,
    limit_name text NOT NULL,
    full_at timestamptz NOT NULL,
    PRIMARY KEY (token_id, limit_name)
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE rate_limits IS
    'Rate limits of a token (generic cell rate algorithm). Unlogged: written with each request, and a crash may forget the last minute. Free space in each page keeps updates off the index.';
  COMMENT ON COLUMN rate_limits.full_at IS
    'When the full allowance is available again (theoretical arrival time).'`

const WEBHOOKS = `
  CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    url text NOT NULL,
    host text NOT NULL,
    events text[] NOT NULL,
    active boolean NOT NULL DEFAULT true,
    disabled_reason text,
    secret bytea NOT NULL,
    old_secret bytea,
    old_secret_until timestamptz,
    failing_since timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  COMMENT ON TABLE webhooks IS 'Endpoints that receive events of an account.';
  COMMENT ON COLUMN webhooks.host IS 'Deliveries are scheduled fairly by host.';
  COMMENT ON COLUMN webhooks.secret IS 'Signing secret, encrypted.';
  COMMENT ON COLUMN webhooks.old_secret IS 'Previous signing secret, valid until old_secret_until.';
  COMMENT ON COLUMN webhooks.failing_since IS 'First failure without a success since.';
  CREATE INDEX webhooks_owner ON webhooks (owner_id, id);

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
  COMMENT ON TABLE deliveries IS 'An event to be sent, or sent, to a webhook.';
  COMMENT ON COLUMN deliveries.seq IS 'Order of the events.';
  COMMENT ON COLUMN deliveries.object_id IS 'Deliveries of one object are sent in order.';
  COMMENT ON COLUMN deliveries.retry IS 'Attempts since the delivery was created or sent again.';
  CREATE INDEX deliveries_pending ON deliveries (webhook_id, seq) WHERE status = 'pending';
  CREATE INDEX deliveries_first ON deliveries (webhook_id, object_id, seq)
    WHERE status = 'pending' AND attempts = 0;
  CREATE INDEX deliveries_newest ON deliveries (webhook_id, seq);
  CREATE INDEX deliveries_status ON deliveries (webhook_id, status, seq);
  CREATE INDEX deliveries_created ON deliveries (created_at)`
