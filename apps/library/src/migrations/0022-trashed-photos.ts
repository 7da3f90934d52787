import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The trash of an owner in its order, without reading photos that are not in it. */
export class TrashedPhotos1760000000022 implements MigrationInterface {
  name = 'TrashedPhotos1760000000022'
  /** Nobody waits for an index. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_trashed ON photos (owner_id, deleted_at, id) WHERE deleted_at IS NOT NULL',
    )
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX photos_trashed')
  }
}
