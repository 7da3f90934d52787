import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Users1780000000001 implements MigrationInterface {
  name = 'Users1780000000001'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        email text NOT NULL,
        display_name text,
        role text NOT NULL CHECK (role IN ('user', 'admin', 'super_admin')),
        password_hash text NOT NULL,
        must_change_password boolean NOT NULL,
        disabled boolean NOT NULL DEFAULT false,
        tier text NOT NULL,
        subscription_status text NOT NULL,
        storage_limit bigint NOT NULL,
        plan_version int NOT NULL DEFAULT 0,
        storage_used bigint NOT NULL DEFAULT 0,
        usage_version int NOT NULL DEFAULT 0,
        last_login timestamptz,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX users_email ON users (lower(email));
      CREATE INDEX users_newest ON users (created_at DESC, id DESC);

      CREATE TABLE sessions (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        user_agent text,
        created_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_user ON sessions (user_id);

      CREATE TABLE login_failures (
        key text PRIMARY KEY,
        failed_at timestamptz[] NOT NULL
      );`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE login_failures, sessions, users')
  }
}
