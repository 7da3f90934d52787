import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Where events of an owner are sent. `host` is what deliveries take turns by; secrets are sealed. */
export class Webhooks1790000000004 implements MigrationInterface {
  name = 'Webhooks1790000000004'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        url text NOT NULL,
        host text NOT NULL,
        events text[] NOT NULL,
        active boolean NOT NULL DEFAULT true,
        disabled_reason text,
        secret bytea NOT NULL,
        old_secret bytea,
        old_secret_until timestamptz,
        failing_since timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX webhooks_owner ON webhooks (owner_id, id);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE webhooks')
  }
}
