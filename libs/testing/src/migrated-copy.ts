import { createHash } from 'node:crypto'
import { serviceUrl } from '@daymark/platform/roles'
import { Client } from 'pg'
import { copyOf, type TestDatabase, withTemplate } from './database.ts'

export type Migrated = {
  /** Identifies the schema, for example the migrations. */
  from: unknown
  services: string[]
  secret: string
  migrate(databaseUrl: string): Promise<void>
}

/**
 * A new database with the tables of these services. The first caller of a run creates a template and the others copy it, which takes a
 * tenth of the time. Roles and installation id are new.
 */
export async function migratedCopy({ from, services, secret, migrate }: Migrated): Promise<TestDatabase> {
  const text = JSON.stringify([secret, services, from])
  const key = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const template = await withTemplate(`template_${key}`, migrate)
  const database = await copyOf(template)
  const role = (of: string, service: string) => new URL(serviceUrl(of, service, secret)).username
  await adopt(
    database.url,
    services.map(service => [role(template.url, service), role(database.url, service)]),
  )
  return database
}

/** Transfers the objects of the template's roles to the roles of the copy. */
async function adopt(url: string, roles: [before: string, now: string][]): Promise<void> {
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
