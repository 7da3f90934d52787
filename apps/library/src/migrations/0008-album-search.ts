import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Albums are found by the words of their titles, as photos are. */
export class AlbumSearch1760000000008 implements MigrationInterface {
  name = 'AlbumSearch1760000000008'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE albums ADD COLUMN search text NOT NULL GENERATED ALWAYS AS
        (lower(normalize(title) COLLATE natural_order)) STORED`)
    await q.query(INDEX)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE albums DROP COLUMN search')
  }
}

/** Where the server has trigrams; it works without. */
const INDEX = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX albums_search ON albums USING gin (search %I.gin_trgm_ops)', place);
    END IF;
  END $$`
