import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Public indexes of galleries: what an owner says there, its addresses, and which of her links it lists. Nobody has one until she switches
 * it on.
 */
export class StudioPages1700000001030 implements MigrationInterface {
  name = 'StudioPages1700000001030'
  /** Nobody waits for an index; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE links ADD COLUMN IF NOT EXISTS studio_place int')
    await q.query("COMMENT ON COLUMN links.studio_place IS 'order on the studio page; null: not listed there'")
    await q.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS links_listed ON links (owner_id, studio_place) WHERE studio_place IS NOT NULL`)
    await q.query(`
      CREATE TABLE IF NOT EXISTS studio_pages (
        owner_id uuid PRIMARY KEY,
        enabled boolean NOT NULL DEFAULT false,
        title text NOT NULL DEFAULT '',
        text text NOT NULL DEFAULT '',
        allow_indexing boolean NOT NULL DEFAULT false,
        revision int NOT NULL DEFAULT 1
      );
      CREATE TABLE IF NOT EXISTS studio_names (
        name text PRIMARY KEY,
        owner_id uuid NOT NULL,
        is_current boolean NOT NULL
      );
      COMMENT ON TABLE studio_names IS 'every address that a page was ever given: it stays its owner''s, and leads on to the current one';
      CREATE INDEX IF NOT EXISTS studio_names_owner ON studio_names (owner_id);
      CREATE UNIQUE INDEX IF NOT EXISTS studio_names_current ON studio_names (owner_id) WHERE is_current`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE studio_names, studio_pages; ALTER TABLE links DROP COLUMN studio_place')
  }
}
