import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What a link is of, what it offers to download, how much of it, and who took what. Links of before offer what they offered: the original. */
export class Downloads1700000001007 implements MigrationInterface {
  name = 'Downloads1700000001007'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN kind text NOT NULL DEFAULT 'album' CHECK (kind IN ('album', 'selection'));
      COMMENT ON COLUMN links.kind IS 'of what album_id names: an album of library, or some photos that are an album of ours alone';

      ALTER TABLE links ADD COLUMN download_sizes text[] NOT NULL DEFAULT '{original}',
        ADD COLUMN download_limit int, ADD COLUMN visitor_limit int, ADD COLUMN downloaded int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN links.downloaded IS 'rows of downloaded_photos, counted while the link has a limit';

      CREATE TABLE downloaded_photos (
        link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
        visitor_id text NOT NULL,
        photo_id uuid NOT NULL,
        PRIMARY KEY (link_id, visitor_id, photo_id)
      );`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE downloaded_photos;
      ALTER TABLE links DROP COLUMN kind, DROP COLUMN download_sizes, DROP COLUMN download_limit, DROP COLUMN visitor_limit,
        DROP COLUMN downloaded`)
  }
}
