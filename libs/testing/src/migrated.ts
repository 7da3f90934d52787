import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, type ServiceDefinition, serviceUrl } from '@daymark/platform'
import { Client } from 'pg'
import { copyOf, type TestDatabase, withTemplate } from './database.ts'

const platform = join(import.meta.dirname, '../../platform/src/db')
/** What migrations share is a part of what they do. */
const shared = readdirSync(platform).map(file => readFileSync(join(platform, file), 'utf8'))

/**
 * A database of its own with the tables of these services: the first world of a run makes them, the others copy them, which takes a
 * tenth of the time. Roles and the installation's id are its own, as with every other database.
 */
export async function migratedDatabase(defs: ServiceDefinition[], secret: string): Promise<TestDatabase> {
  const keeping = defs.filter(def => def.database !== false)
  const migrations = keeping.flatMap(({ name, migrations = [] }) => [name, ...migrations.map(String)])
  const key = createHash('sha256')
    .update(JSON.stringify([secret, shared, migrations]))
    .digest('hex')
    .slice(0, 16)
  const template = await withTemplate(`template_${key}`, async url => {
    await migrate(keeping, { DAYMARK_DATABASE_URL: url, DAYMARK_SECRET: secret })
  })
  const database = await copyOf(template)
  await adopt(database.url, template.url, keeping, secret)
  return database
}

/** The roles of the copy own what those of the template owned there. */
async function adopt(url: string, template: string, defs: ServiceDefinition[], secret: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const role = (of: string, service: string) =>
      client.escapeIdentifier(new URL(serviceUrl(of, service, secret)).username)
    const statements = defs.map(
      ({ name }) => `CREATE ROLE ${role(url, name)}; REASSIGN OWNED BY ${role(template, name)} TO ${role(url, name)}`,
    )
    await client.query([...statements, 'UPDATE installation.identity SET id = gen_random_uuid()'].join(';'))
  } finally {
    await client.end()
  }
}
