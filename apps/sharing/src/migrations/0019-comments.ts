import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Whether visitors of a link comment on its photos, and what they and the owner wrote. Links of before have nothing of it. */
export class Comments1700000001018 implements MigrationInterface {
  name = 'Comments1700000001018'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN comments jsonb;
      COMMENT ON COLUMN links.comments IS 'null: visitors cannot comment';

      ALTER TABLE pick_lists ADD COLUMN picking boolean NOT NULL DEFAULT true;
      COMMENT ON TABLE pick_lists IS 'visitors of a link who said their names, each with her list; without a foreign key: they stay while their link is in the trash';
      COMMENT ON COLUMN pick_lists.picking IS 'false: she has only written comments so far';

      CREATE TABLE comment_threads (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        link_id uuid NOT NULL,
        photo_id uuid NOT NULL,
        visitor_id uuid NOT NULL,
        x float8 CHECK (x BETWEEN 0 AND 1),
        y float8 CHECK (y BETWEEN 0 AND 1),
        resolved_at timestamptz,
        created_at timestamptz NOT NULL,
        CHECK ((x IS NULL) = (y IS NULL))
      );
      COMMENT ON COLUMN comment_threads.visitor_id IS 'of pick_lists: who began it';
      COMMENT ON COLUMN comment_threads.x IS 'fraction of the width of the upright photo; null: about all of it';
      CREATE INDEX comment_threads_link ON comment_threads (link_id, photo_id);

      CREATE TABLE comments (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        thread_id uuid NOT NULL,
        link_id uuid NOT NULL,
        photo_id uuid NOT NULL,
        visitor_id uuid,
        text text NOT NULL,
        created_at timestamptz NOT NULL
      );
      COMMENT ON COLUMN comments.visitor_id IS 'of pick_lists; null: the owner of the link';
      CREATE INDEX comments_thread ON comments (thread_id);
      CREATE INDEX comments_link ON comments (link_id, created_at)`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE comments; DROP TABLE comment_threads;
      ALTER TABLE pick_lists DROP COLUMN picking; ALTER TABLE links DROP COLUMN comments`)
  }
}
