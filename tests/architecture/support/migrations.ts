import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')
const FILES = ['libs/platform/src/db/platform-tables.ts', 'apps/*/src/migrations/[0-9]*.ts']

export type KnownMigration = {
  /** Service and class: the same class name may occur in several services. */
  id: string
  path: string
  name: string
  isTransaction: boolean
  statements: string[]
  /** Of the statements: comments and formatting of the file may change after a release. */
  hash: string
}
type MigrationClass = new () => {
  name: string
  transaction?: boolean
  up(runner: { query(sql: string): Promise<unknown[]> }): Promise<void>
}

/** Every migration of this version, with the SQL that it runs. */
export async function allMigrations(): Promise<KnownMigration[]> {
  const paths = FILES.flatMap(pattern => globSync(pattern, { cwd: root })).toSorted()
  const found: KnownMigration[] = []
  for (const path of paths) {
    const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, MigrationClass>
    const classes = Object.values(module).filter(one => typeof one === 'function' && 'up' in one.prototype)
    if (classes.length === 0) throw new Error(`${path} has no migration`)
    for (const Class of classes) found.push(await read(path, new Class()))
  }
  return found
}

async function read(path: string, migration: InstanceType<MigrationClass>): Promise<KnownMigration> {
  const statements: string[] = []
  await migration.up({ query: sql => (statements.push(sql), Promise.resolve([])) })
  const { name } = migration
  const hash = createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16)
  const id = `${path.split('/')[1]}/${name}`
  return { id, path, name, isTransaction: migration.transaction !== false, statements, hash }
}

/** The last release: its version, and the hash of each of its migrations. */
export const released = JSON.parse(readFileSync(join(root, 'tests/architecture/released.json'), 'utf8')) as {
  version: string
  migrations: Record<string, string>
}
