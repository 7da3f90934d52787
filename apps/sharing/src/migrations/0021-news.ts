import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Since which point of its history (albums.changes) a gallery shows a photo, or its present file. What is there already was there before
 * all marks: it is news to nobody. One table in use after the other, never two behind one lock; what is done is not done again.
 */
export class News1700000001020 implements MigrationInterface {
  name = 'News1700000001020'
  transaction = false
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE placements ADD COLUMN IF NOT EXISTS shown_since bigint DEFAULT 0,
        ADD COLUMN IF NOT EXISTS corrected_since bigint, ADD COLUMN IF NOT EXISTS replaced_at timestamptz;
      ALTER TABLE placements ALTER COLUMN shown_since SET DEFAULT null;
      COMMENT ON COLUMN placements.shown_since IS 'null: it was not shown yet; kept while the album is in the trash';
      COMMENT ON COLUMN placements.replaced_at IS 'that of the photo, as it was when this was last shown as new or corrected'`)
    await q.query(`
      ALTER TABLE pick_lists ADD COLUMN IF NOT EXISTS seen text;
      COMMENT ON COLUMN pick_lists.seen IS 'how much of the gallery its visitor has seen on any device (libs/contracts/src/rules/news/seen.ts)'`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      ALTER TABLE pick_lists DROP COLUMN seen;
      ALTER TABLE placements DROP COLUMN shown_since, DROP COLUMN corrected_since, DROP COLUMN replaced_at`)
  }
}
