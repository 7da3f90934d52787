import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Mails that come only to who turns them on, and those about galleries, which leave behind the others. */
export class MailsOn1780000000012 implements MigrationInterface {
  name = 'MailsOn1780000000012'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE users ADD mails_on text[] NOT NULL DEFAULT '{}';
      CREATE INDEX mails_turn ON mails ((kind = 'gallery'), due_at);
      DROP INDEX mails_due`)
  }
  async down(q: QueryRunner) {
    await q.query('CREATE INDEX mails_due ON mails (due_at); DROP INDEX mails_turn; ALTER TABLE users DROP mails_on')
  }
}
