import type { MigrationInterface, QueryRunner } from 'typeorm'

/** SHA-256 of files as visitors download them, where that is not the original. They are made when somebody wants them. */
export class FileHashes1700000001026 implements MigrationInterface {
  name = 'FileHashes1700000001026'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE file_hashes (
        photo_id uuid PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
        content text NOT NULL,
        sha256 text,
        asked_at timestamptz NOT NULL,
        told_at timestamptz
      )`)
    await q.query("COMMENT ON COLUMN file_hashes.content IS 'which bytes these are (gallery/visitor-file.ts)'")
    await q.query(
      "COMMENT ON COLUMN file_hashes.sha256 IS 'null while it is being made, or since told_at: it cannot be read'",
    )
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE file_hashes')
  }
}
