import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { checkSecret, prepareInstallation, assertNoDevelopmentBuild } from './installation.ts'

/**
 * Name of the database role of a service. Each service signs in with its own role, which owns its schema and can read no other. The
 * password is derived from the secret.
 */
export const roleNameOf = (service: string): string => `daymark_${service}`
const passwordOf = (service: string, secret: string): string =>
  createHmac('sha256', secret).update(`database-role:${service}`).digest('base64url')

/** Returns the database URL with which a service connects: that of the operator with the role and password of the service. */
export function serviceUrl(databaseUrl: string, service: string, secret: string): string {
  const url = new URL(databaseUrl)
  // Roles belong to the whole server. Their names contain a hash of the database, so that two databases on one server (in tests) do not set
  // different passwords for one role.
  url.username = `${roleNameOf(service)}_${hashDatabaseName(url)}`
  url.password = passwordOf(service, secret + url.pathname)
  return url.href
}
const hashDatabaseName = (url: URL): string =>
  createHmac('sha256', 'database').update(url.pathname).digest('hex').slice(0, 8)

/**
 * Creates role and schema of each service. Several processes may call it at the same time and at every start. A process whose services have
 * no database (the gateway) does not connect.
 */
export async function prepareRoles(
  databaseUrl: string,
  services: string[],
  secret: string,
  { isNewSecret = false } = {},
): Promise<void> {
  if (services.length === 0) return
  const client = new Connection({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('daymark-roles'))`)
    await assertNoDevelopmentBuild(client, services)
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC')
    await prepareExtensions(client)
    await prepareInstallation(client)
    await checkSecret(client, secret, isNewSecret)
    for (const service of services)
      await prepareRole(client, new URL(serviceUrl(databaseUrl, service, secret)), service)
  } finally {
    await client.end()
  }
}

/**
 * Creates the extension for trigrams, which speed up text search. Services may not create extensions. Errors are ignored: if the operator's
 * role may not create it either, or the package is missing, search works without trigrams.
 */
async function prepareExtensions(client: pg.Client): Promise<void> {
  await client
    .query(
      `CREATE SCHEMA IF NOT EXISTS extensions; GRANT USAGE ON SCHEMA extensions TO PUBLIC;
       CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions`,
    )
    .catch(() => {})
}

/**
 * The SCRAM verifier that Postgres stores for a password. Sending the verifier keeps the password out of the server's log and off the
 * network. The password derives from a random secret, so the 4096 rounds of Postgres are enough.
 */
function createVerifier(password: string): string {
  const [rounds, salt] = [4096, randomBytes(16)]
  const saltedPassword = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const hmacOf = (label: string): Buffer => createHmac('sha256', saltedPassword).update(label).digest()
  const storedKey = createHash('sha256').update(hmacOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${hmacOf('Server Key').toString('base64')}`
}

async function prepareRole(client: pg.Client, url: URL, service: string): Promise<void> {
  const role = client.escapeIdentifier(url.username)
  const existingRole = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [url.username])
  const verb = existingRole.rowCount ? 'ALTER' : 'CREATE'
  await client.query(
    `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(createVerifier(decodeURIComponent(url.password)))}`,
  )
  await client.query(`GRANT ${role} TO CURRENT_USER`).catch(() => {}) // a superuser needs no grant
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(service)} AUTHORIZATION ${role}`)
  await client.query(`REVOKE ALL ON SCHEMA ${client.escapeIdentifier(service)} FROM PUBLIC`)
}
