import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Hosts that owners show their galleries on: one each, and each verified host is one owner's. */
export class Domains1700000001011 implements MigrationInterface {
  name = 'Domains1700000001011'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE domains (
        owner_id uuid PRIMARY KEY,
        host text NOT NULL,
        challenge text NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'verified', 'failing')),
        problem text,
        found jsonb,
        claimed_at timestamptz NOT NULL,
        checked_at timestamptz,
        verified_at timestamptz
      );
      COMMENT ON COLUMN domains.problem IS 'why it is not verified, for a person';
      COMMENT ON COLUMN domains.verified_at IS 'when both records were seen last';
      CREATE UNIQUE INDEX domains_held ON domains (host) WHERE state <> 'pending';
      CREATE TABLE shown_hosts (host text PRIMARY KEY);
      COMMENT ON TABLE shown_hosts IS 'every host that was ever verified: nothing is shown there by itself any more';
      CREATE INDEX domains_checked ON domains (checked_at)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE domains, shown_hosts')
  }
}
