import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, type ServiceDefinition } from '@daymark/platform'
import type { TestDatabase } from './database.ts'
import { migratedCopy } from './migrated-copy.ts'

const platform = join(import.meta.dirname, '../../platform/src/db')
/** What migrations share is a part of what they do. */
const shared = readdirSync(platform).map(file => readFileSync(join(platform, file), 'utf8'))

/** A database of its own with the tables of these services, whose name is made of their migrations. */
export function migratedDatabase(defs: ServiceDefinition[], secret: string): Promise<TestDatabase> {
  const keeping = defs.filter(def => def.database !== false)
  const migrations = keeping.flatMap(({ name, migrations = [] }) => [name, ...migrations.map(String)])
  return migratedCopy({
    from: [shared, migrations],
    services: keeping.map(({ name }) => name),
    secret,
    migrate: async url => void (await migrate(keeping, { DAYMARK_DATABASE_URL: url, DAYMARK_SECRET: secret })),
  })
}
