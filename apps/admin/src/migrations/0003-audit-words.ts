import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * The audit log is searched by the beginnings of words: trigrams that are in half of all entries, such as those of a common host, cost
 * more than looking at every entry. A word ends at a space or a sign of ASCII, as in audit-query.ts.
 */
export class AuditWords1800000000003 implements MigrationInterface {
  name = 'AuditWords1800000000003'
  async up(q: QueryRunner) {
    await q.query(`
      DROP INDEX IF EXISTS audit_search;
      ALTER TABLE audit ADD words tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(array_remove(
        regexp_split_to_array(lower(
          action || ' ' || coalesce(actor_id, '') || ' ' || coalesce(actor_name, '') || ' ' || coalesce(target_id, '') || ' ' ||
          coalesce(target_name, '') || ' ' || coalesce(address, '') || ' ' || jsonb_path_query_array(details, '$.*')::text),
          '[\\s!-/:-@\\[-\`{-~]+'), ''))) STORED;
      CREATE INDEX audit_words ON audit USING gin (words)`)
  }
  async down(q: QueryRunner) {
    await q.query('ALTER TABLE audit DROP words')
  }
}
