import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Renditions1780000000001 implements MigrationInterface {
  name = 'Renditions1780000000001'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE renditions (
        photo_id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        object_key text NOT NULL,
        status text NOT NULL CHECK (status IN ('processing', 'ready', 'failed', 'removed')),
        width int,
        height int,
        variants jsonb,
        changed_at timestamptz NOT NULL,
        CHECK (status <> 'ready' OR (width IS NOT NULL AND height IS NOT NULL AND variants IS NOT NULL))
      );
      CREATE INDEX renditions_removed ON renditions (changed_at) WHERE status = 'removed';
    `)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE renditions')
  }
}
