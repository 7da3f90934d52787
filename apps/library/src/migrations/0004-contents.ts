import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Finds photos by what is in their files. */
export class Contents1760000000004 implements MigrationInterface {
  name = 'Contents1760000000004'
  async up(q: QueryRunner) {
    await q.query('CREATE INDEX photos_by_content ON photos (owner_id, sha256) WHERE deleted_at IS NULL')
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX photos_by_content')
  }
}
