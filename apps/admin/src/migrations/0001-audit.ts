import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Entries of the audit log, each with the hash of the one before in its own; where the chain begins and ends; and what its end was
 * when it was last told. `search` comes from what is hashed, so nobody hides an entry by changing it.
 */
export class Audit1800000000001 implements MigrationInterface {
  name = 'Audit1800000000001'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE audit (
        seq bigint PRIMARY KEY,
        event_id uuid NOT NULL UNIQUE,
        service text NOT NULL,
        at timestamptz(3) NOT NULL,
        action text NOT NULL,
        actor_id text,
        actor_role text NOT NULL,
        actor_name text,
        target_kind text,
        target_id text,
        target_name text,
        address text,
        details jsonb NOT NULL,
        hash text NOT NULL,
        search text NOT NULL GENERATED ALWAYS AS (lower(
          action || ' ' || coalesce(actor_id, '') || ' ' || coalesce(actor_name, '') || ' ' || coalesce(target_id, '') || ' ' ||
          coalesce(target_name, '') || ' ' || coalesce(address, '') || ' ' || jsonb_path_query_array(details, '$.*')::text)) STORED
      );
      CREATE INDEX audit_at ON audit (at, seq);
      CREATE INDEX audit_action ON audit (action, at, seq);
      CREATE INDEX audit_actor ON audit (actor_id, at, seq);
      CREATE INDEX audit_target ON audit (target_id, at, seq);

      CREATE TABLE audit_ends (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        before_seq bigint NOT NULL,
        before_hash text NOT NULL,
        last_seq bigint NOT NULL,
        last_hash text NOT NULL
      );
      INSERT INTO audit_ends (before_seq, before_hash, last_seq, last_hash)
      VALUES (0, repeat('0', 64), 0, repeat('0', 64));

      CREATE TABLE audit_checkpoints (seq bigint PRIMARY KEY, hash text NOT NULL, at timestamptz NOT NULL)`)
    await q.query(INDEX)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE audit_checkpoints, audit_ends, audit')
  }
}

/** Where the server has trigrams; it works without. */
const INDEX = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX audit_search ON audit USING gin (search %I.gin_trgm_ops)', place);
    END IF;
  END $$`
