import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What happened to backups: a row for each and where it went, what lies there, how drills and restores ended. */
export class Backups1800000000006 implements MigrationInterface {
  name = 'Backups1800000000006'
  async up(q: QueryRunner) {
    await q.query(RUNS)
    await q.query(OBJECTS)
    await q.query(DRILLS_AND_RESTORES)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE backup_restores, backup_drills, backup_objects, backup_runs')
  }
}

const RUNS = `
  CREATE TABLE backup_runs (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    target text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    made_at timestamptz(3) NOT NULL,
    keep int NOT NULL,
    expires_at timestamptz NOT NULL,
    touched_at timestamptz NOT NULL,
    retry_at timestamptz NOT NULL,
    finished_at timestamptz,
    manifest jsonb,
    position int NOT NULL DEFAULT 0,
    copied int NOT NULL DEFAULT 0,
    copied_bytes bigint NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    error text
  );
  COMMENT ON COLUMN backup_runs.manifest IS 'as soon as the rows are written; in the store when state is done';
  COMMENT ON COLUMN backup_runs.position IS 'lines of the list of objects that are dealt with';
  CREATE UNIQUE INDEX backup_runs_open ON backup_runs (user_id, target) WHERE state <> 'done';
  CREATE INDEX backup_runs_due ON backup_runs (touched_at) WHERE state <> 'done';
  CREATE INDEX backup_runs_newest ON backup_runs (user_id, target, made_at)`

const OBJECTS = `
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
  COMMENT ON TABLE backup_objects IS 'what lies in a store of copies; stored_at null: it is on its way, or has to be copied anew';
  COMMENT ON COLUMN backup_objects.last_seen IS 'the newest backup that names it: older ones are all that it can be needed for'`

const DRILLS_AND_RESTORES = `
  CREATE TABLE backup_drills (
    user_id uuid NOT NULL,
    target text NOT NULL,
    run_id uuid NOT NULL,
    at timestamptz NOT NULL,
    passed boolean NOT NULL,
    checked int NOT NULL,
    damaged jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (user_id, target)
  );
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
    brought int NOT NULL DEFAULT 0,
    missing int NOT NULL DEFAULT 0,
    problem text,
    wanted jsonb
  );
  COMMENT ON COLUMN backup_restores.wanted IS 'an album or a photo by its name; null: everything';
  CREATE UNIQUE INDEX backup_restores_open ON backup_restores (user_id) WHERE state IN ('waiting', 'running');
  CREATE INDEX backup_restores_newest ON backup_restores (user_id, started_at)`
