import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The administration may grant no storage at all. */
export class GrantedLimits1780000000003 implements MigrationInterface {
  name = 'GrantedLimits1780000000003'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_storage_limit_check, ADD CHECK (storage_limit >= 0);
      CREATE INDEX provider_events_user ON provider_events (user_id)`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP INDEX provider_events_user;
      UPDATE subscriptions SET storage_limit = 1 WHERE storage_limit = 0;
      ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_storage_limit_check, ADD CHECK (storage_limit > 0)`)
  }
}
