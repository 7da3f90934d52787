import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Mails that come only to who turns them on, and those about galleries, which leave behind the others. */
export class MailsOn1780000000012 implements MigrationInterface {
  name = 'MailsOn1780000000012'
  /** Nobody waits for an index. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(`ALTER TABLE users ADD COLUMN IF NOT EXISTS mails_on text[] NOT NULL DEFAULT '{}'`)
    await q.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS mails_turn ON mails ((kind = 'gallery'), due_at)`)
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS mails_due')
  }
  async down(q: QueryRunner) {
    await q.query('CREATE INDEX CONCURRENTLY mails_due ON mails (due_at)')
    await q.query('DROP INDEX mails_turn')
    await q.query('ALTER TABLE users DROP mails_on')
  }
}
