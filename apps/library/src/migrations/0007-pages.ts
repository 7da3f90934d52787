import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Pages of albums and tags are read from an index, as those of photos are; and it is known when a photo was put into an album. For
 * those that were in before it is the time of this migration: then the older album counts as the first.
 */
export class Pages1760000000007 implements MigrationInterface {
  name = 'Pages1760000000007'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE album_photos ADD COLUMN added_at timestamptz NOT NULL DEFAULT now()')
    await q.query('CREATE INDEX albums_listed ON albums (owner_id, is_favorites, created_at, id)')
    await q.query('DROP INDEX albums_owner')
    await q.query('CREATE INDEX tags_by_label ON tags (owner_id, label, id)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX tags_by_label')
    await q.query('CREATE INDEX albums_owner ON albums (owner_id, created_at)')
    await q.query('DROP INDEX albums_listed')
    await q.query('ALTER TABLE album_photos DROP COLUMN added_at')
  }
}
