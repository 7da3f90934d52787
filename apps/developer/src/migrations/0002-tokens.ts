import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Tokens, and whose owners may not act: what identity told of somebody, the newest version. */
export class Tokens1790000000002 implements MigrationInterface {
  name = 'Tokens1790000000002'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE tokens (
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
      CREATE INDEX tokens_user ON tokens (user_id);
      CREATE INDEX tokens_expiry ON tokens (expires_at);
      CREATE TABLE owners (
        user_id uuid PRIMARY KEY,
        version bigint NOT NULL,
        may_act boolean NOT NULL
      );`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE owners; DROP TABLE tokens;')
  }
}
