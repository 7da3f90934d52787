import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What every page shows above itself, and whether anything may be written. The one row of `notices` is the lock of both. */
export class Notices1800000000004 implements MigrationInterface {
  name = 'Notices1800000000004'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE notices (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        version bigint NOT NULL DEFAULT 0,
        maintenance_since timestamptz,
        message text
      );
      COMMENT ON COLUMN notices.maintenance_since IS 'null: there is none';
      INSERT INTO notices DEFAULT VALUES;
      CREATE TABLE announcements (
        id uuid PRIMARY KEY,
        text text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('info', 'warning')),
        starts_at timestamptz NOT NULL,
        ends_at timestamptz
      )`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE announcements, notices')
  }
}
