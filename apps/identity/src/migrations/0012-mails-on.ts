import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Mails that come only to who turns them on. */
export class MailsOn1780000000012 implements MigrationInterface {
  name = 'MailsOn1780000000012'
  async up(q: QueryRunner) {
    await q.query(`ALTER TABLE users ADD mails_on text[] NOT NULL DEFAULT '{}'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE users DROP mails_on')
  }
}
