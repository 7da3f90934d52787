import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Logos that studios show in the place of Daymark's. */
export class StudioLogos1780000000014 implements MigrationInterface {
  name = 'StudioLogos1780000000014'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE studio_logos (owner_id uuid PRIMARY KEY, logo jsonb NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE studio_logos')
  }
}
