import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Links that were sent with an invitation. */
export class Invitations1780000000008 implements MigrationInterface {
  name = 'Invitations1780000000008'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_check,
        ADD CHECK (purpose IN ('password', 'email', 'invitation'))`)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DELETE FROM account_links WHERE purpose = 'invitation';
      ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_check, ADD CHECK (purpose IN ('password', 'email'))`)
  }
}
