import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Uploads that have begun and are not registered yet. Their announced bytes count until then. */
export class UploadBeginnings1760000000028 implements MigrationInterface {
  name = 'UploadBeginnings1760000000028'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE upload_beginnings (
        owner_id uuid NOT NULL,
        place text NOT NULL,
        link_id uuid,
        guest_id uuid,
        bytes bigint NOT NULL,
        until timestamptz NOT NULL,
        PRIMARY KEY (owner_id, place)
      );
      COMMENT ON COLUMN upload_beginnings.place IS 'name of the upload in the store, while it is there';
      COMMENT ON COLUMN upload_beginnings.link_id IS 'the upload link of a guest; null: an upload of the owner';
      COMMENT ON COLUMN upload_beginnings.until IS 'when an abandoned upload no longer counts'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE upload_beginnings')
  }
}
