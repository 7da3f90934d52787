import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Why a mail that waits was not taken when it was tried last. */
export class MailErrors1780000000010 implements MigrationInterface {
  name = 'MailErrors1780000000010'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE mails ADD error text')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE mails DROP COLUMN error')
  }
}
