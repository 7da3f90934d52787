import { createHash } from 'node:crypto'
import { serviceUrl } from '@daymark/platform/roles'
import { Client } from 'pg'
import { copyOf, type TestDatabase, withTemplate } from './database.ts'

export type Migrated = {
  /** Anything that differs between two schemas, for example the migrations. Databases with the same value share a template. */
  from: unknown
  services: string[]
  secret: string
  migrate(databaseUrl: string): Promise<void>
}

/**
 * Creates a database with the tables of these services. The first caller of a run creates a template and all callers copy it, which takes a
 * tenth of the time of the migrations. Each copy has its own roles and installation id.
 */
export async function migratedCopy({ from, services, secret, migrate }: Migrated): Promise<TestDatabase> {
  const text = JSON.stringify([secret, services, from])
  const key = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const template = await withTemplate(`template_${key}`, migrate)
  const database = await copyOf(template)
  const role = (of: string, service: string) => new URL(serviceUrl(of, service, secret)).username
  await transferOwnership(
    database.url,
    services.map(service => [role(template.url, service), role(database.url, service)]),
  )
  return database
}

/**
 * Creates the roles of the copy, makes them the owners of the objects that belong to the roles of the template, and sets a new installation
 * id.
 */
async function transferOwnership(url: string, roles: [before: string, now: string][]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const statements = roles.map(pair => {
      const [before = '', now = ''] = pair.map(role => client.escapeIdentifier(role))
      return `CREATE ROLE ${now}; REASSIGN OWNED BY ${before} TO ${now}`
    })
    await client.query([...statements, 'UPDATE installation.identity SET id = gen_random_uuid()'].join(';'))
  } finally {
    await client.end()
  }
}
