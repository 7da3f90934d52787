import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What somebody has is found when she is gone, tombstones too. */
export class ByOwner1700000001014 implements MigrationInterface {
  name = 'ByOwner1700000001014'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE INDEX albums_owner ON albums (owner_id);
      CREATE INDEX photos_owner ON photos (owner_id) WHERE deleted;
      CREATE INDEX link_names_owner ON link_names (owner_id)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX albums_owner, photos_owner, link_names_owner')
  }
}
