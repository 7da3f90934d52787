import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What billing told, the newest version of each user. */
export class Plans1790000000001 implements MigrationInterface {
  name = 'Plans1790000000001'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE plans (
        user_id uuid PRIMARY KEY,
        version int NOT NULL,
        tier text NOT NULL,
        status text NOT NULL,
        storage_limit bigint NOT NULL,
        end_date timestamptz,
        past_due_since timestamptz
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE plans')
  }
}
