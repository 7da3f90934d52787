import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Failed sign-ins are counted in the kit's table. */
export class Failures1780000000002 implements MigrationInterface {
  name = 'Failures1780000000002'
  async up(q: QueryRunner) {
    await q.query('DROP TABLE login_failures')
  }
  async down(q: QueryRunner) {
    await q.query('CREATE TABLE login_failures (key text PRIMARY KEY, failed_at timestamptz[] NOT NULL)')
  }
}
