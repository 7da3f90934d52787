import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Links through which guests send photos into an album, and the guests who said their names. What they sent is library's. */
export class UploadLinks1700000001029 implements MigrationInterface {
  name = 'UploadLinks1700000001029'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE upload_links (
        id uuid PRIMARY KEY,
        token text NOT NULL UNIQUE,
        owner_id uuid NOT NULL,
        album_id uuid NOT NULL,
        title text NOT NULL,
        greeting text NOT NULL,
        approve boolean NOT NULL,
        section_id uuid,
        max_photos int NOT NULL,
        max_photos_per_guest int NOT NULL,
        max_bytes bigint,
        password_hash text,
        password_version int NOT NULL DEFAULT 0,
        expires_at timestamptz,
        revoked boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL
      );
      COMMENT ON TABLE upload_links IS 'without a foreign key: they are shut while their album is in the trash, and open with it again';
      COMMENT ON COLUMN upload_links.max_bytes IS 'null: what the plan of the owner has room for';
      CREATE INDEX upload_links_owner ON upload_links (owner_id, album_id, created_at);
      CREATE INDEX upload_links_album ON upload_links (album_id);

      CREATE TABLE upload_guests (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        link_id uuid NOT NULL REFERENCES upload_links ON DELETE CASCADE,
        key_hash text NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (link_id, key_hash)
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE upload_guests; DROP TABLE upload_links')
  }
}
