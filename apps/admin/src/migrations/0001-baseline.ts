import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Tables of admin: audit log, notices and backups. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [AUDIT_TABLES, ACTIVITY_TABLE, NOTICE_TABLES, CERTIFICATE_TABLE, BACKUP_TABLES])
      await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const AUDIT_TABLES = `
  CREATE TABLE audit (
    seq bigint PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    service text NOT NULL,
    at timestamptz(3) NOT NULL,
    action text NOT NULL,
    actor_id text,
    actor_role text NOT NULL,
    actor_name text,
    target_kind text,
    target_id text,
    target_name text,
    address text,
    details jsonb NOT NULL,
    hash text NOT NULL,
    search text NOT NULL GENERATED ALWAYS AS (lower(
      action || ' ' || coalesce(actor_id, '') || ' ' || coalesce(actor_name, '') || ' ' || coalesce(target_id, '') || ' ' ||
      coalesce(target_name, '') || ' ' || coalesce(address, '') || ' ' || jsonb_path_query_array(details, '$.*')::text)) STORED,
    words tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(
      action || ' ' || coalesce(actor_id, '') || ' ' || coalesce(actor_name, '') || ' ' || coalesce(target_id, '') || ' ' ||
      coalesce(target_name, '') || ' ' || coalesce(address, '') || ' ' || jsonb_path_query_array(details, '$.*')::text),
      '[\\s!-/:-@\\[-\`{-~]+'), ''))) STORED
  );
  COMMENT ON TABLE audit IS 'Audit log. Each entry includes the hash of the previous one.';
  COMMENT ON COLUMN audit.search IS
    'Computed from the hashed columns, so an entry cannot be hidden by changing it.';
  COMMENT ON COLUMN audit.words IS 'Words for the search by prefix. A word ends at a space or an ASCII sign.';
  CREATE INDEX audit_at ON audit (at, seq);
  CREATE INDEX audit_action ON audit (action, at, seq);
  CREATE INDEX audit_actor ON audit (actor_id, at, seq);
  CREATE INDEX audit_target ON audit (target_id, at, seq);
  CREATE INDEX audit_words ON audit USING gin (words);

  CREATE TABLE audit_chain (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    before_seq bigint NOT NULL,
    before_hash text NOT NULL,
    last_seq bigint NOT NULL,
    last_hash text NOT NULL
  );
  INSERT INTO audit_chain (before_seq, before_hash, last_seq, last_hash)
  VALUES (0, repeat('0', 64), 0, repeat('0', 64));
  COMMENT ON TABLE audit_chain IS 'First and last link of the hash chain.';
  COMMENT ON COLUMN audit_chain.before_seq IS 'The entry before the oldest one that is stored.';

  CREATE TABLE audit_checkpoints (
    seq bigint PRIMARY KEY,
    hash text NOT NULL,
    at timestamptz NOT NULL
  );
  COMMENT ON TABLE audit_checkpoints IS 'Hashes of the chain that were written to the log.'`

const ACTIVITY_TABLE = `
  CREATE TABLE activity (
    id uuid PRIMARY KEY,
    type text NOT NULL,
    at timestamptz(3) NOT NULL,
    user_id uuid NOT NULL,
    object_id uuid NOT NULL,
    album_id uuid,
    filename text,
    UNIQUE (object_id, type)
  );
  COMMENT ON TABLE activity IS 'Recent uploads and links for the administration.';
  COMMENT ON COLUMN activity.object_id IS
    'Photo or link. One row for each object and type, however often the event is delivered.';
  CREATE INDEX activity_at ON activity (at, id);
  CREATE INDEX activity_type ON activity (type, at, id);
  CREATE INDEX activity_user ON activity (user_id, at, id)`

const NOTICE_TABLES = `
  CREATE TABLE notices (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    version bigint NOT NULL DEFAULT 0,
    maintenance_since timestamptz,
    message text
  );
  INSERT INTO notices DEFAULT VALUES;
  COMMENT ON TABLE notices IS
    'Maintenance mode and version of the announcements. Its only row is the lock for both.';
  COMMENT ON COLUMN notices.maintenance_since IS 'Null: no maintenance.';

  CREATE TABLE announcements (
    id uuid PRIMARY KEY,
    text text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('info', 'warning')),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz
  );
  COMMENT ON TABLE announcements IS 'Messages shown to all users.'`

const CERTIFICATE_TABLE = `
  CREATE TABLE certificates (
    host text PRIMARY KEY,
    checked_at timestamptz NOT NULL,
    expires_at timestamptz
  );
  COMMENT ON TABLE certificates IS 'TLS certificates of custom domains.';
  COMMENT ON COLUMN certificates.checked_at IS 'When the certificate was last checked.';
  COMMENT ON COLUMN certificates.expires_at IS 'When the certificate expires. Null: none found.'`

const BACKUP_TABLES = `
  CREATE TABLE backup_runs (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    target text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    made_at timestamptz(3) NOT NULL,
    keep int NOT NULL,
    expires_at timestamptz NOT NULL,
    progress_at timestamptz NOT NULL,
    retry_at timestamptz NOT NULL,
    finished_at timestamptz,
    manifest jsonb,
    position int NOT NULL DEFAULT 0,
    copied int NOT NULL DEFAULT 0,
    copied_bytes bigint NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    error text
  );
  COMMENT ON TABLE backup_runs IS 'A backup of an account to a target.';
  COMMENT ON COLUMN backup_runs.made_at IS 'Time of the data in the backup.';
  COMMENT ON COLUMN backup_runs.progress_at IS 'When the run last made progress. The oldest runs first.';
  COMMENT ON COLUMN backup_runs.manifest IS
    'Set once the rows are written. Stored in the target when state is done.';
  COMMENT ON COLUMN backup_runs.position IS 'Lines of the object list that are done.';
  CREATE UNIQUE INDEX backup_runs_open ON backup_runs (user_id, target) WHERE state <> 'done';
  CREATE INDEX backup_runs_due ON backup_runs (progress_at) WHERE state <> 'done';
  CREATE INDEX backup_runs_newest ON backup_runs (user_id, target, made_at);

  CREATE TABLE backup_objects (
    target text NOT NULL,
    user_id uuid NOT NULL,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    last_seen timestamptz(3) NOT NULL,
    stored_at timestamptz,
    checked_at timestamptz,
    PRIMARY KEY (target, user_id, sha256)
  ) WITH (fillfactor = 70);
  COMMENT ON TABLE backup_objects IS 'Objects in a backup target.';
  COMMENT ON COLUMN backup_objects.last_seen IS 'Time of the newest backup that includes the object.';
  COMMENT ON COLUMN backup_objects.stored_at IS 'Null: being copied, or to be copied again.';
  COMMENT ON COLUMN backup_objects.checked_at IS 'When the copy was last verified.';

  CREATE TABLE backup_verifications (
    user_id uuid NOT NULL,
    target text NOT NULL,
    run_id uuid NOT NULL,
    at timestamptz NOT NULL,
    passed boolean NOT NULL,
    checked int NOT NULL,
    damaged jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (user_id, target)
  );
  COMMENT ON TABLE backup_verifications IS 'The last verification of the backups of an account.';

  CREATE TABLE backup_restores (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    backup_id uuid NOT NULL,
    backup_at timestamptz NOT NULL,
    target text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    retry_at timestamptz NOT NULL,
    attempts int NOT NULL DEFAULT 0,
    photos int,
    restored int NOT NULL DEFAULT 0,
    missing int NOT NULL DEFAULT 0,
    problem text,
    part jsonb
  );
  COMMENT ON TABLE backup_restores IS 'Restores of an account from a backup.';
  COMMENT ON COLUMN backup_restores.photos IS 'Photos to restore. Null: not counted yet.';
  COMMENT ON COLUMN backup_restores.part IS 'An album or a photo by name. Null: everything.';
  CREATE UNIQUE INDEX backup_restores_open ON backup_restores (user_id) WHERE state IN ('waiting', 'running');
  CREATE INDEX backup_restores_newest ON backup_restores (user_id, started_at)`
