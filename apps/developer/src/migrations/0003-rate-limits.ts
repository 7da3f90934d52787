import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A row for each token and what is limited, with the theoretical arrival time of the generic cell rate algorithm: when all of it is
 * there again. Unlogged: it is written with every call, and a crash of Postgres may forget the last minute. Half of each page stays
 * free, so that an update touches no index.
 */
export class RateLimits1790000000003 implements MigrationInterface {
  name = 'RateLimits1790000000003'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE UNLOGGED TABLE rate_limits (
        token_id uuid NOT NULL,
        limited text NOT NULL,
        tat timestamptz NOT NULL,
        PRIMARY KEY (token_id, limited)
      ) WITH (fillfactor = 50)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE rate_limits')
  }
}
