import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Subscriptions1780000000001 implements MigrationInterface {
  name = 'Subscriptions1780000000001'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE subscriptions (
        user_id uuid PRIMARY KEY,
        tier text NOT NULL,
        status text NOT NULL,
        storage_limit bigint NOT NULL CHECK (storage_limit > 0),
        end_date timestamptz,
        past_due_since timestamptz,
        version int NOT NULL CHECK (version > 0),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE subscriptions')
  }
}
