import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What was deleted and may come back. Photos stay in their table; albums and tags leave theirs, so that nothing that lists or counts
 * them has to know of it. Where photos stood and which tags they had is kept as long as one of the two is in the trash.
 */
export class Trash1760000000013 implements MigrationInterface {
  name = 'Trash1760000000013'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE trash (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('album', 'tag')),
        name text NOT NULL,
        deleted_at timestamptz NOT NULL,
        state jsonb NOT NULL
      );
      CREATE INDEX trash_listed ON trash (owner_id, kind, deleted_at, id);
      CREATE INDEX trash_due ON trash (deleted_at);

      CREATE TABLE trashed_places (
        album_id uuid NOT NULL,
        photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
        position double precision NOT NULL,
        added_at timestamptz NOT NULL,
        PRIMARY KEY (album_id, photo_id)
      );
      CREATE INDEX trashed_places_photo ON trashed_places (photo_id);
      CREATE TABLE trashed_tags (
        tag_id uuid NOT NULL,
        photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
        PRIMARY KEY (tag_id, photo_id)
      );
      CREATE INDEX trashed_tags_photo ON trashed_tags (photo_id)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE trashed_tags, trashed_places, trash')
  }
}
