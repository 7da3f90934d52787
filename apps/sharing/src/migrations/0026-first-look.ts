import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Links of which more photos are coming, and the addresses that are told once when all are there. Links of before are complete. */
export class FirstLook1700000001025 implements MigrationInterface {
  name = 'FirstLook1700000001025'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN first_look jsonb;
      COMMENT ON COLUMN links.first_look IS 'null: nothing is said of more photos';

      CREATE TABLE waiting_addresses (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        link_id uuid NOT NULL,
        email text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX waiting_addresses_once ON waiting_addresses (link_id, regexp_replace(email, '^([^@+]+)[+][^@]*@', '\\1@'));
      COMMENT ON TABLE waiting_addresses IS 'without a foreign key: they stay while their link is in the trash';
      COMMENT ON INDEX waiting_addresses_once IS 'as mailboxOf says, of addresses in small letters'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE waiting_addresses; ALTER TABLE links DROP COLUMN first_look')
  }
}
