import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Who asked for the deletion of an account, and whether she was reminded of it. */
export class Leaving1780000000011 implements MigrationInterface {
  name = 'Leaving1780000000011'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE users
        ADD deletion_by_owner boolean NOT NULL DEFAULT false,
        ADD deletion_reminded boolean NOT NULL DEFAULT false`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE users DROP deletion_reminded, DROP deletion_by_owner')
  }
}
