import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How a link presents its gallery. */
export class Presentation1700000001008 implements MigrationInterface {
  name = 'Presentation1700000001008'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links
        ADD COLUMN show_name boolean NOT NULL DEFAULT true,
        ADD COLUMN allow_indexing boolean NOT NULL DEFAULT false;
      ALTER TABLE albums ADD COLUMN header jsonb;
      COMMENT ON COLUMN albums.header IS 'layout, cover and its focus, as library told; null: as it is by default'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE links DROP COLUMN show_name, DROP COLUMN allow_indexing')
    await q.query('ALTER TABLE albums DROP COLUMN header')
  }
}
