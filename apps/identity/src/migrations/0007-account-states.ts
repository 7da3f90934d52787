import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What the administration does with accounts, and how it finds them: the list goes along one index that holds all it is chosen by,
 * newest first; so does a search for what many have. What few have is found by trigrams, where the server has them.
 */
export class AccountStates1780000000007 implements MigrationInterface {
  name = 'AccountStates1780000000007'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE users
        ADD suspended_reason text,
        ADD deletion_due_at timestamptz,
        ADD invited boolean NOT NULL DEFAULT false,
        ADD last_seen_at timestamptz,
        ADD search text COLLATE "C" NOT NULL GENERATED ALWAYS AS
          (lower(normalize(email || E'\\n' || coalesce(display_name, '')) COLLATE "und-x-icu") COLLATE "C") STORED;
      UPDATE users SET last_seen_at = greatest(
        last_login, (SELECT max(last_seen_at) FROM sessions WHERE sessions.user_id = users.id));
      DROP INDEX users_newest;
      CREATE INDEX users_newest ON users (created_at DESC, id DESC)
        INCLUDE (search, role, tier, disabled, invited, deletion_due_at);
      CREATE INDEX users_deletion ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;`)
    await q.query(SEARCH)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP INDEX users_newest, users_deletion;
      ALTER TABLE users DROP search, DROP last_seen_at, DROP invited, DROP deletion_due_at, DROP suspended_reason;
      CREATE INDEX users_newest ON users (created_at DESC, id DESC)`)
  }
}

const SEARCH = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX users_search ON users USING gin (search %I.gin_trgm_ops)', place);
    END IF;
  END $$`
