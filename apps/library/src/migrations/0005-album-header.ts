import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How an album's gallery begins: which point of the cover stays in sight, and the layout of its head. */
export class AlbumHeader1760000000005 implements MigrationInterface {
  name = 'AlbumHeader1760000000005'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE albums
        ADD COLUMN cover_x float8 NOT NULL DEFAULT 50,
        ADD COLUMN cover_y float8 NOT NULL DEFAULT 50,
        ADD COLUMN header_layout text NOT NULL DEFAULT 'hero'`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE albums DROP COLUMN cover_x, DROP COLUMN cover_y, DROP COLUMN header_layout')
  }
}
