import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Mails about galleries that wait to be sent, visits that one may be due for, who does not want any, and by what key a visitor is known
 * who asked for her link by mail.
 */
export class Mails1700000001024 implements MigrationInterface {
  name = 'Mails1700000001024'
  /** Nobody waits for an index. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(TABLES)
    await q.query(`
      ALTER TABLE links ADD COLUMN IF NOT EXISTS owner_told_end timestamptz,
        ADD COLUMN IF NOT EXISTS visitors_told_end timestamptz;
      COMMENT ON COLUMN links.owner_told_end IS 'which end (expires_at) its owner was reminded of'`)
    await q.query('ALTER TABLE pick_lists ADD COLUMN IF NOT EXISTS mailed_key_hashes text[]')
    await q.query(
      "COMMENT ON COLUMN pick_lists.mailed_key_hashes IS 'of the keys in links that were sent by mail, the newest first'",
    )
    await q.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS links_ending ON links (expires_at)
        WHERE expires_at IS NOT NULL AND NOT revoked`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP INDEX links_ending')
    await q.query('ALTER TABLE pick_lists DROP COLUMN mailed_key_hashes')
    await q.query('ALTER TABLE links DROP COLUMN owner_told_end, DROP COLUMN visitors_told_end')
    await q.query('DROP TABLE mails, visit_mails, gathered_mails, unwanted_mails, mail_choices')
  }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS mails (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    kind text NOT NULL,
    key text NOT NULL UNIQUE,
    address text,
    address_hash text,
    data jsonb NOT NULL,
    ended_at timestamptz,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE mails IS 'without a foreign key: they go with what else is kept of a link';
  COMMENT ON COLUMN mails.key IS 'what it is about: the same is never told twice';
  COMMENT ON COLUMN mails.address IS 'of a visitor, until it was sent; null: the owner of the link';
  COMMENT ON COLUMN mails.ended_at IS 'sent, or not to be sent any more: address and data are removed';
  CREATE INDEX IF NOT EXISTS mails_link ON mails (link_id, created_at);
  CREATE INDEX IF NOT EXISTS mails_created ON mails (created_at);
  CREATE INDEX IF NOT EXISTS mails_waiting ON mails (created_at) WHERE ended_at IS NULL;
  CREATE INDEX IF NOT EXISTS mails_visitors ON mails (owner_id, created_at) WHERE address_hash IS NOT NULL;

  CREATE TABLE IF NOT EXISTS visit_mails (
    link_id uuid NOT NULL,
    visitor_id text NOT NULL,
    owner_id uuid NOT NULL,
    list_id uuid,
    whole boolean NOT NULL,
    follows boolean NOT NULL DEFAULT false,
    told_at timestamptz,
    started_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (link_id, visitor_id)
  );
  COMMENT ON TABLE visit_mails IS 'visits going on that their owner may get a mail of';
  COMMENT ON COLUMN visit_mails.list_id IS 'of pick_lists: who it is, if she said her name';
  COMMENT ON COLUMN visit_mails.whole IS 'the owner wants to hear of every visit';
  COMMENT ON COLUMN visit_mails.told_at IS 'when she was told of a list or a comment at once';
  COMMENT ON COLUMN visit_mails.follows IS 'there was more of it after that';
  CREATE INDEX IF NOT EXISTS visit_mails_due ON visit_mails (due_at);

  CREATE TABLE IF NOT EXISTS gathered_mails (
    link_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    since timestamptz NOT NULL,
    due_at timestamptz NOT NULL
  );
  COMMENT ON TABLE gathered_mails IS 'links of which so much is told that the rest comes in one mail';
  COMMENT ON COLUMN gathered_mails.since IS 'of the first that was not told by itself';
  CREATE INDEX IF NOT EXISTS gathered_mails_due ON gathered_mails (due_at);

  CREATE TABLE IF NOT EXISTS unwanted_mails (
    scope_id uuid NOT NULL,
    address_hash text NOT NULL,
    owner_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (scope_id, address_hash)
  );
  COMMENT ON COLUMN unwanted_mails.scope_id IS 'of a link, or of its owner: of all her galleries';
  CREATE INDEX IF NOT EXISTS unwanted_mails_owner ON unwanted_mails (owner_id);

  CREATE TABLE IF NOT EXISTS mail_choices (
    owner_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    topics text[] NOT NULL
  );
  COMMENT ON TABLE mail_choices IS 'copy of identity: mails that an owner wants, where she chose anything'`
