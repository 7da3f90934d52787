import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Readable addresses of links, and the hint that stands beside the question for a password. */
export class Names1700000001006 implements MigrationInterface {
  name = 'Names1700000001006'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN slug text, ADD COLUMN password_hint text;
      CREATE TABLE link_names (
        slug text PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid REFERENCES links (id) ON DELETE SET NULL,
        created_at timestamptz NOT NULL
      );
      COMMENT ON TABLE link_names IS 'every readable address that was ever given: it stays its owner''s when its link is gone';
      CREATE INDEX link_names_link ON link_names (link_id, created_at)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE link_names; ALTER TABLE links DROP COLUMN slug, DROP COLUMN password_hint')
  }
}
