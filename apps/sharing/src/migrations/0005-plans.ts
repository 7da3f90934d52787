import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The same columns as in every copy of plans. What is there has the figure of its plan until its next change is announced. */
export class Plans1700000001004 implements MigrationInterface {
  name = 'Plans1700000001004'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE plans ADD COLUMN storage_limit bigint;
      UPDATE plans SET storage_limit = 1024::bigint ^ 3 *
        CASE tier WHEN 'studio' THEN 2048 WHEN 'advanced' THEN 1536 WHEN 'professional' THEN 500 ELSE 100 END;
      ALTER TABLE plans ALTER COLUMN storage_limit SET NOT NULL`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE plans DROP COLUMN storage_limit')
  }
}
