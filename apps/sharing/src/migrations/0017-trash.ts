import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Links that were deleted and may come back, with what was taken of them; and since which version an album is what it is, for one that
 * was deleted may come back too. Those that were deleted before stay so: nothing tells of them any more.
 */
export class Trash1700000001016 implements MigrationInterface {
  name = 'Trash1700000001016'
  /** One table in use after the other, never two behind one lock; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE albums ADD COLUMN IF NOT EXISTS since int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN albums.since IS 'what was told of this version or an older one is void'`)
    await q.query(`
      CREATE TABLE IF NOT EXISTS trashed_links (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        album_id uuid NOT NULL,
        with_album boolean NOT NULL,
        name text NOT NULL,
        state jsonb NOT NULL,
        names text[] NOT NULL,
        deleted_at timestamptz NOT NULL
      );
      COMMENT ON COLUMN trashed_links.with_album IS 'it was deleted with its album, and comes back with it';
      CREATE INDEX IF NOT EXISTS trashed_links_listed ON trashed_links (owner_id, deleted_at, id);
      CREATE INDEX IF NOT EXISTS trashed_links_album ON trashed_links (album_id);
      CREATE INDEX IF NOT EXISTS trashed_links_due ON trashed_links (deleted_at)`)
    // what the release before leaves behind without it goes with the visits of the link (visits/forget-visits.job.ts)
    await q.query('ALTER TABLE downloaded_photos DROP CONSTRAINT IF EXISTS downloaded_photos_link_id_fkey')
  }
  async down(q: QueryRunner) {
    await q.query(`
      DELETE FROM downloaded_photos d WHERE NOT EXISTS (SELECT FROM links l WHERE l.id = d.link_id);
      ALTER TABLE downloaded_photos ADD FOREIGN KEY (link_id) REFERENCES links (id) ON DELETE CASCADE;
      DROP TABLE trashed_links;
      ALTER TABLE albums DROP COLUMN since`)
  }
}
