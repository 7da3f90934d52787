import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How a link presents its gallery. */
export class Presentation1700000001009 implements MigrationInterface {
  name = 'Presentation1700000001009'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE links ADD COLUMN show_name boolean NOT NULL DEFAULT true')
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE links DROP COLUMN show_name')
  }
}
