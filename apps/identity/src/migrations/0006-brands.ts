import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What mails of a studio bear, as sharing and media announced it, and until when its plan allows that. */
export class Brands1780000000006 implements MigrationInterface {
  name = 'Brands1780000000006'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE brands (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        revision bigint NOT NULL DEFAULT 0,
        name text NOT NULL DEFAULT '',
        accent text,
        logo_revision bigint NOT NULL DEFAULT 0,
        logo jsonb
      );
      ALTER TABLE users ADD end_date timestamptz, ADD past_due_since timestamptz`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE users DROP end_date, DROP past_due_since; DROP TABLE brands')
  }
}
