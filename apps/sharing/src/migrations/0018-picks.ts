import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What a link asks of visitors who pick photos, their lists, and what each said of a photo. Links of before ask for nothing. */
export class Picks1700000001017 implements MigrationInterface {
  name = 'Picks1700000001017'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN picks jsonb;
      COMMENT ON COLUMN links.picks IS 'null: visitors cannot pick';

      CREATE TABLE pick_lists (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        link_id uuid NOT NULL,
        key_hash text NOT NULL,
        name text NOT NULL,
        email text,
        sent_at timestamptz,
        revision int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL,
        UNIQUE (link_id, key_hash)
      );
      COMMENT ON TABLE pick_lists IS 'without a foreign key: lists stay while their link is in the trash';
      COMMENT ON COLUMN pick_lists.revision IS 'grows with each change; picks bear that of their last';

      CREATE TABLE picks (
        list_id uuid NOT NULL,
        photo_id uuid NOT NULL,
        link_id uuid NOT NULL,
        choice text NOT NULL CHECK (choice IN ('none', 'picked', 'rejected')),
        choice_at text COLLATE "C" NOT NULL,
        note text NOT NULL,
        note_at text COLLATE "C" NOT NULL,
        revision int NOT NULL,
        PRIMARY KEY (list_id, photo_id)
      );
      COMMENT ON COLUMN picks.choice_at IS 'stamp of a hybrid logical clock: the later one wins';
      CREATE INDEX picks_link ON picks (link_id, photo_id)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE picks; DROP TABLE pick_lists; ALTER TABLE links DROP COLUMN picks')
  }
}
