import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Creates the tables of identity: for users, sign-in and mail. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [USER_TABLES, SIGN_IN_TABLES, MAIL_TABLES, SEARCH_INDEX]) await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const USER_TABLES = `
  CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    email text NOT NULL,
    display_name text,
    role text NOT NULL CHECK (role IN ('user', 'admin', 'super_admin')),
    password_hash text NOT NULL,
    must_change_password boolean NOT NULL,
    disabled boolean NOT NULL DEFAULT false,
    suspended_reason text,
    deletion_due_at timestamptz,
    deletion_by_owner boolean NOT NULL DEFAULT false,
    deletion_reminded boolean NOT NULL DEFAULT false,
    invited boolean NOT NULL DEFAULT false,
    tier text NOT NULL,
    subscription_status text NOT NULL,
    storage_limit bigint NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz,
    plan_version int NOT NULL DEFAULT 0,
    storage_used bigint NOT NULL DEFAULT 0,
    usage_version int NOT NULL DEFAULT 0,
    time_zone text,
    browser_zone text,
    language text,
    mails_off text[] NOT NULL DEFAULT '{}',
    mails_on text[] NOT NULL DEFAULT '{}',
    last_login timestamptz,
    last_seen_at timestamptz,
    created_at timestamptz NOT NULL,
    search text COLLATE "C" NOT NULL GENERATED ALWAYS AS
      (lower(normalize(email || E'\\n' || coalesce(display_name, '')) COLLATE "und-x-icu") COLLATE "C") STORED
  );
  COMMENT ON TABLE users IS
    'A person who may sign in. Plan and usage are copies of what billing and library announce.';
  COMMENT ON COLUMN users.email IS 'As typed. Unique without regard to case.';
  COMMENT ON COLUMN users.disabled IS
    'Suspended or waiting for deletion. Sign-in is refused and galleries are closed.';
  COMMENT ON COLUMN users.deletion_due_at IS
    'When the account is deleted permanently, unless the deletion is canceled.';
  COMMENT ON COLUMN users.deletion_by_owner IS 'The user requested the deletion and may cancel it.';
  COMMENT ON COLUMN users.deletion_reminded IS 'The user was reminded that the deletion is near.';
  COMMENT ON COLUMN users.invited IS 'The user has not chosen a password yet.';
  COMMENT ON COLUMN users.plan_version IS 'Version of the plan columns. An older announcement changes nothing.';
  COMMENT ON COLUMN users.usage_version IS 'Version of storage_used. An older announcement changes nothing.';
  COMMENT ON COLUMN users.time_zone IS 'Chosen in the settings. Null: the zone of the browser.';
  COMMENT ON COLUMN users.browser_zone IS 'Time zone that the browser sent last.';
  COMMENT ON COLUMN users.mails_off IS 'Mail topics that the user turned off.';
  COMMENT ON COLUMN users.mails_on IS 'Opt-in mail topics that the user turned on.';
  COMMENT ON COLUMN users.last_seen_at IS 'Written at most once a minute.';
  COMMENT ON COLUMN users.search IS 'Normalized text for the user search of the administration.';
  CREATE UNIQUE INDEX users_email ON users (lower(email));
  CREATE INDEX users_newest ON users (created_at DESC, id DESC)
    INCLUDE (search, role, tier, disabled, invited, deletion_due_at);
  CREATE INDEX users_deletion ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL`

const SIGN_IN_TABLES = `
  CREATE TABLE sessions (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    user_agent text,
    address text,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  COMMENT ON TABLE sessions IS 'A signed-in browser. Only the SHA-256 of the session token is stored.';
  COMMENT ON COLUMN sessions.address IS 'IP address of the sign-in, for the user and for administrators.';
  COMMENT ON COLUMN sessions.last_seen_at IS 'Written at most once a minute.';
  CREATE INDEX sessions_user ON sessions (user_id);

  CREATE TABLE devices (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    token_hash bytea NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, token_hash)
  );
  COMMENT ON TABLE devices IS 'Browsers that signed in before. A sign-in from another browser sends a mail.';
  CREATE INDEX devices_seen ON devices (seen_at);

  CREATE TABLE totp_keys (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    sealed_key bytea NOT NULL,
    used_steps bigint[] NOT NULL,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE totp_keys IS 'Two-step sign-in (TOTP) of a user. No row: it is off.';
  COMMENT ON COLUMN totp_keys.sealed_key IS 'TOTP key, encrypted for this user.';
  COMMENT ON COLUMN totp_keys.used_steps IS 'Time steps whose code was used, newest last. A code works once.';

  CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  );
  COMMENT ON TABLE recovery_codes IS 'Unused recovery codes for two-step sign-in.';

  CREATE TABLE used_challenges (
    digest bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  COMMENT ON TABLE used_challenges IS 'Sign-in challenges that were used. Each challenge works once.';
  CREATE INDEX used_challenges_expired ON used_challenges (expires_at);

  CREATE TABLE passkeys (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    credential_id text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    rp_id text NOT NULL,
    name text NOT NULL,
    synced boolean NOT NULL,
    may_be_copied boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  );
  COMMENT ON TABLE passkeys IS 'Public key of a passkey.';
  COMMENT ON COLUMN passkeys.credential_id IS 'Identifier chosen by the authenticator, in base64url.';
  COMMENT ON COLUMN passkeys.counter IS 'Signature counter of the authenticator. Synced passkeys always report 0.';
  COMMENT ON COLUMN passkeys.rp_id IS 'Host that the passkey belongs to.';
  COMMENT ON COLUMN passkeys.may_be_copied IS
    'The counter went back once, so the private key may have been copied.';
  CREATE INDEX passkeys_user ON passkeys (user_id)`

const MAIL_TABLES = `
  CREATE TABLE account_links (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CHECK (purpose IN ('password', 'email', 'invitation')),
    token_hash bytea NOT NULL UNIQUE,
    email text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  COMMENT ON TABLE account_links IS 'Links sent by mail: password reset, change of address, invitation.';
  COMMENT ON COLUMN account_links.email IS 'New address, for a change of address.';
  CREATE INDEX account_links_user ON account_links (user_id, purpose, created_at);
  CREATE INDEX account_links_expiry ON account_links (expires_at);

  CREATE TABLE brands (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    revision bigint NOT NULL DEFAULT 0,
    name text NOT NULL DEFAULT '',
    accent text,
    logo_revision bigint NOT NULL DEFAULT 0,
    logo jsonb
  );
  COMMENT ON TABLE brands IS
    'Studio name and logo shown in mails to clients. A copy of what sharing and media announce.';
  COMMENT ON COLUMN brands.revision IS 'Version of name and accent.';
  COMMENT ON COLUMN brands.logo_revision IS 'Version of the logo.'`

/** Creates the search index if the extension pg_trgm is installed. Without the index, the search works, but is slower. */
const SEARCH_INDEX = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX users_search ON users USING gin (search %I.gin_trgm_ops)', place);
    END IF;
  END $$`
