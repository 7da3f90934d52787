import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which lane a row goes by and whose it is, so that the relay can let owners take turns (outbox-turns.ts). */
export class OutboxLanes1700000000010 implements MigrationInterface {
  name = 'OutboxLanes1700000000010'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE outbox ADD COLUMN lane text NOT NULL DEFAULT 'main', ADD COLUMN owner text NOT NULL DEFAULT 'nobody';
      CREATE INDEX outbox_turns ON outbox (lane, owner, seq);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX outbox_turns; ALTER TABLE outbox DROP COLUMN lane, DROP COLUMN owner')
  }
}
