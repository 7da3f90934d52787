import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Mail that waits, links that were sent by it, browsers that are known, and what a person chose. */
export class Mail1780000000005 implements MigrationInterface {
  name = 'Mail1780000000005'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE users
        ADD time_zone text,
        ADD language text,
        ADD mails_off text[] NOT NULL DEFAULT '{}';
      ALTER TABLE sessions ADD address text;

      CREATE TABLE mails (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        user_id uuid REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        recipient text NOT NULL,
        data jsonb NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX mails_due ON mails (due_at);
      CREATE INDEX mails_user ON mails (user_id);

      CREATE TABLE account_links (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('password', 'email')),
        token_hash bytea NOT NULL UNIQUE,
        email text,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX account_links_user ON account_links (user_id, purpose, created_at);
      CREATE INDEX account_links_expiry ON account_links (expires_at);

      CREATE TABLE devices (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, token_hash)
      );
      CREATE INDEX devices_seen ON devices (seen_at);`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE devices, account_links, mails;
      ALTER TABLE sessions DROP address;
      ALTER TABLE users DROP time_zone, DROP language, DROP mails_off`)
  }
}
