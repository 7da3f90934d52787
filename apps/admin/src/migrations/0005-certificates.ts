import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What was seen of the certificates of custom domains. */
export class Certificates1800000000005 implements MigrationInterface {
  name = 'Certificates1800000000005'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE certificates (
        host text PRIMARY KEY,
        looked_at timestamptz NOT NULL,
        until timestamptz
      );
      COMMENT ON COLUMN certificates.until IS 'null: there was none for this host'`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE certificates')
  }
}
