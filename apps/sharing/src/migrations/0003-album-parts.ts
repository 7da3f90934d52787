import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What was told of an album before something older was: a version counts once everything up to it is here. */
export class AlbumParts1700000001002 implements MigrationInterface {
  name = 'AlbumParts1700000001002'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE album_parts (
        album_id uuid NOT NULL,
        version int NOT NULL,
        part int NOT NULL,
        parts int NOT NULL,
        PRIMARY KEY (album_id, version, part)
      );
      COMMENT ON COLUMN albums.reached IS 'everything up to this version of the album and of its order is here';`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE album_parts')
  }
}
