import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenRules } from './support/migration-rules.ts'
import { allMigrations, type KnownMigration, released } from './support/migrations.ts'

/** Rules that a migration breaks on purpose, each with the reason why that is safe. */
const exceptions: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'migration-exceptions.json'), 'utf8'),
)

describe('migrations', () => {
  let all: KnownMigration[]
  beforeAll(async () => void (all = await allMigrations()))

  it('of a release are neither changed nor removed', () => {
    const hashes = new Map(all.map(({ id, hash }) => [id, hash]))
    const changed = Object.entries(released.migrations).filter(([id, hash]) => hashes.get(id) !== hash)
    expect(changed.map(([id]) => id)).toEqual([])
  })

  it('since the last release keep that release working, with the listed exceptions', () => {
    const since = all.filter(({ id }) => !(id in released.migrations))
    const broken = since
      .map(one => [one.path, brokenRules(one.statements, one.isTransaction)] as const)
      .filter(([, rules]) => rules.length > 0)
    const allowed = Object.entries(exceptions).map(([path, rules]) => [path, Object.keys(rules)])
    expect(Object.fromEntries(broken)).toEqual(Object.fromEntries(allowed))
  })

  it.each([
    ['ALTER TABLE photos DROP COLUMN title', 'no DROP of what the release before it uses'],
    ['ALTER TABLE photos RENAME COLUMN title TO name', 'no RENAME'],
    ['ALTER TABLE photos ALTER COLUMN size TYPE int', 'no other type of a column'],
    [
      'ALTER TABLE photos ALTER COLUMN error SET NOT NULL',
      'no SET NOT NULL, which reads the whole table behind a lock',
    ],
    ['ALTER TABLE photos ADD COLUMN mark text NOT NULL', 'no new column that is NOT NULL without a default'],
    [
      'ALTER TABLE photos ADD COLUMN low text GENERATED ALWAYS AS (lower(title)) STORED',
      'no new column that writes the whole table anew',
    ],
    [
      'ALTER TABLE photos ADD CONSTRAINT few CHECK (size > 0)',
      'no constraint that reads the whole table: NOT VALID first',
    ],
    ['CREATE INDEX mark ON photos (title)', 'no index of a table in use but CONCURRENTLY'],
    [
      'CREATE INDEX CONCURRENTLY mark ON photos (title)',
      'CONCURRENTLY works outside of a transaction: transaction = false',
    ],
    ["UPDATE photos SET title = ''", 'no rows of a table in use are changed: a job does that, a few at a time'],
    ['LOCK TABLE photos', 'no LOCK TABLE'],
  ])('%s: %s', (sql, rule) => {
    expect(brokenRules([sql], true)).toEqual([rule])
  })

  it.each([
    'ALTER TABLE photos ADD COLUMN mark text',
    'ALTER TABLE photos ADD COLUMN mark int NOT NULL DEFAULT 0',
    'ALTER TABLE photos ADD CONSTRAINT few CHECK (size > 0) NOT VALID',
    'CREATE TABLE marks (id uuid PRIMARY KEY); CREATE INDEX by_id ON marks (id); ALTER TABLE marks ADD CHECK (id IS NOT NULL)',
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE photos SET title = ''; RETURN NULL; END $$",
  ])('allows %s', sql => {
    expect(brokenRules([sql], true)).toEqual([])
  })
})
