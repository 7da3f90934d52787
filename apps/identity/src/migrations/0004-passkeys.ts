import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Passkeys1780000000004 implements MigrationInterface {
  name = 'Passkeys1780000000004'
  async up(q: QueryRunner) {
    await q.query(`
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
      CREATE INDEX passkeys_user ON passkeys (user_id);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE passkeys')
  }
}
