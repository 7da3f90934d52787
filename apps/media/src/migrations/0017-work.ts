import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What is in hand and what was finished lately, found without looking at what was made before. */
export class Work1780000000017 implements MigrationInterface {
  name = 'Work1780000000017'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE INDEX renditions_processing ON renditions (photo_id) WHERE status = 'processing';
      CREATE INDEX renditions_finished ON renditions (changed_at) WHERE status IN ('ready', 'failed')`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX renditions_processing, renditions_finished')
  }
}
