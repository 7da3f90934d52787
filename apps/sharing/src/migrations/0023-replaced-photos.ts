import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * When another file last took a photo's place, and what media knows that file by. A replaced photo has other addresses than before;
 * pages that were open meanwhile still ask for those, which differ in what stands behind '~'.
 */
export class ReplacedPhotos1700000001022 implements MigrationInterface {
  name = 'ReplacedPhotos1700000001022'
  /** Nobody waits for an index. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE photos ADD COLUMN IF NOT EXISTS file_id uuid, ADD COLUMN IF NOT EXISTS replaced_at timestamptz`)
    await q.query("COMMENT ON COLUMN photos.file_id IS 'null: the id of the photo'")
    await q.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_replaced ON photos (owner_id, split_part(stem, '~', 1))
        WHERE replaced_at IS NOT NULL AND NOT deleted`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX photos_replaced')
    await q.query('ALTER TABLE photos DROP COLUMN replaced_at, DROP COLUMN file_id')
  }
}
