import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Two-step sign-in, and what was handed out to be brought back once (docs/adr/0024). */
export class SecondStep1780000000003 implements MigrationInterface {
  name = 'SecondStep1780000000003'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE second_steps (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        sealed_key bytea NOT NULL,
        used_steps bigint[] NOT NULL,
        created_at timestamptz NOT NULL
      );

      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        PRIMARY KEY (user_id, code_hash)
      );

      CREATE TABLE used_challenges (
        digest bytea PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX used_challenges_expired ON used_challenges (expires_at);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE used_challenges, recovery_codes, second_steps')
  }
}
