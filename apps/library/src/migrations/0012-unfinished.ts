import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Photos that are not ready, of everybody: few, and found without looking at any other. */
export class Unfinished1760000000012 implements MigrationInterface {
  name = 'Unfinished1760000000012'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE INDEX photos_unfinished ON photos (status, id, created_at)
        WHERE status <> 'completed' AND deleted_at IS NULL`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX photos_unfinished')
  }
}
