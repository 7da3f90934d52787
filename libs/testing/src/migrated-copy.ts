import { createHash } from 'node:crypto'
import { serviceUrl } from '@daymark/platform/roles'
import { Client } from 'pg'
import { copyTemplate, type TestDatabase, ensureTemplate } from './database.ts'

type MigratedCopyOptions = {
  /** Anything that differs between two schemas, for example the migrations. Databases with the same value share a template. */
  schemaVersion: unknown
  services: string[]
  secret: string
  migrate(databaseUrl: string): Promise<void>
}

/**
 * Creates a database with the tables of these services. The first caller of a run creates a template and all callers copy it, which takes a
 * tenth of the time that migrations take. Each copy has its own roles and installation id.
 */
export async function copyMigratedDatabase({
  schemaVersion,
  services,
  secret,
  migrate,
}: MigratedCopyOptions): Promise<TestDatabase> {
  const text = JSON.stringify([secret, services, schemaVersion])
  const key = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const template = await ensureTemplate(`template_${key}`, migrate)
  const database = await copyTemplate(template)
  const roleOf = (databaseUrl: string, service: string) => new URL(serviceUrl(databaseUrl, service, secret)).username
  await transferOwnership(
    database.url,
    services.map(service => [roleOf(template.url, service), roleOf(database.url, service)]),
  )
  return database
}

/**
 * Creates the roles of the copy, makes them the owners of the objects that belong to the roles of the template, and sets a new installation
 * id.
 */
async function transferOwnership(url: string, roles: [templateRole: string, copyRole: string][]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const statements = roles.map(pair => {
      const [templateRole = '', copyRole = ''] = pair.map(role => client.escapeIdentifier(role))
      return `CREATE ROLE ${copyRole}; REASSIGN OWNED BY ${templateRole} TO ${copyRole}`
    })
    await client.query([...statements, 'UPDATE installation.identity SET id = gen_random_uuid()'].join(';'))
  } finally {
    await client.end()
  }
}
