import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brokenRules } from './support/migration-rules.ts'

const root = join(import.meta.dirname, '../..')
const { migrations: released } = JSON.parse(readFileSync(join(import.meta.dirname, 'released.json'), 'utf8')) as {
  migrations: Record<string, Record<string, string>>
}
/** Rules that a migration may break, with the reason. */
const ALLOWED: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'migration-exceptions.json'), 'utf8'),
)
const all = globSync('apps/*/src/migrations/[0-9]*.ts', { cwd: root }).map(path => ({
  path,
  service: path.split('/')[1] ?? '',
  file: basename(path),
}))
const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 16)
const since = all.filter(({ service, file }) => !released[service]?.[file])

type Runner = { query(sql: string): Promise<unknown[]> }
type Migration = {
  name: string
  transaction?: boolean
  up(runner: Runner): Promise<void>
  down?(runner: Runner): Promise<void>
}
async function migrationOf(path: string): Promise<{ migration: Migration; statements: string[] }> {
  const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, new () => Migration>
  const Class = Object.values(module).find(one => typeof one === 'function' && 'up' in one.prototype)
  if (!Class) throw new Error(`${path} contains no migration`)
  const statements: string[] = []
  const migration = new Class()
  await migration.up({ query: sql => (statements.push(sql), Promise.resolve([])) })
  return { migration, statements }
}

describe('migrations', () => {
  it('of a release are never changed or removed', () => {
    const here = new Map(all.map(({ service, file, path }) => [`${service}/${file}`, path]))
    const changed = Object.entries(released).flatMap(([service, files]) =>
      Object.entries(files)
        .filter(([file, hash]) => hashOf(here.get(`${service}/${file}`) ?? '') !== hash)
        .map(([file]) => `${service}/${file}`),
    )
    expect(changed).toEqual([])
  })

  it.each(since.map(one => one.path))('the previous release keeps working after %s', async path => {
    const { migration, statements } = await migrationOf(path)
    expect(statements.length).toBeGreaterThan(0)
    // Unused exceptions also fail.
    expect(brokenRules(statements, migration.transaction !== false)).toEqual(Object.keys(ALLOWED[path] ?? {}))
  })

  it('have no exceptions for released or missing migrations', () => {
    expect(Object.keys(ALLOWED).filter(path => !since.some(one => one.path === path))).toEqual([])
  })

  it.each([
    ['ALTER TABLE photos DROP COLUMN title', 'no DROP of anything that the previous release uses'],
    ['ALTER TABLE photos RENAME COLUMN title TO name', 'no RENAME'],
    ['ALTER TABLE photos ALTER COLUMN size TYPE int', 'no change of a column type'],
    ['ALTER TABLE photos ALTER COLUMN error SET NOT NULL', 'no SET NOT NULL, which scans the whole table under a lock'],
    ['ALTER TABLE photos ADD COLUMN mark text NOT NULL', 'no new NOT NULL column without a default'],
    [
      'ALTER TABLE photos ADD COLUMN low text GENERATED ALWAYS AS (lower(title)) STORED',
      'no new column that rewrites the whole table',
    ],
    [
      'ALTER TABLE photos ADD CONSTRAINT few CHECK (size > 0)',
      'no constraint that scans the whole table: add it as NOT VALID first',
    ],
    ['CREATE INDEX mark ON photos (title)', 'no index on a table in use without CONCURRENTLY'],
    [
      'CREATE INDEX CONCURRENTLY mark ON photos (title)',
      'CONCURRENTLY needs a migration without a transaction: transaction = false',
    ],
    ["UPDATE photos SET title = ''", 'no change of rows of a table in use: use a job that changes a few at a time'],
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
