import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Whether an account waits for its deletion, as of which news, and whether its plan ends because of that alone. */
export class Closing1780000000004 implements MigrationInterface {
  name = 'Closing1780000000004'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE subscriptions
        ADD closing boolean NOT NULL DEFAULT false,
        ADD closing_version double precision NOT NULL DEFAULT 0,
        ADD ends_by_closing boolean NOT NULL DEFAULT false`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE subscriptions DROP ends_by_closing, DROP closing_version, DROP closing')
  }
}
