import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Ends of links that are given as a bare date are in the zone of their owner, who may not have chosen one in the settings. */
export class BrowserZone1780000000013 implements MigrationInterface {
  name = 'BrowserZone1780000000013'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE users ADD COLUMN browser_zone text')
    await q.query("COMMENT ON COLUMN users.browser_zone IS 'time zone that the browser sent last'")
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE users DROP COLUMN browser_zone')
  }
}
