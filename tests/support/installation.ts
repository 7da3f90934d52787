import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pollUntil, freePort, copyMigratedDatabase, testDatabase, Visitor } from '@daymark/testing/outside'
import { Client } from 'pg'
import { ADMIN, accountsAt, type RunningProduct, type TestAccounts } from './accounts.ts'
import { type ServiceNats, natsWithPermissions, natsWithoutPermissions } from './nats.ts'
import { daymark, Server } from './server.ts'

export const SERVICES = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin', 'gateway']
const SECRET = 'a secret for tests only, at least 32 characters'
export const SERVICES_WITH_TABLES = SERVICES.filter(s => s !== 'gateway')

const root = join(import.meta.dirname, '../..')
/** The compiled migrations. */
const migrations = ['apps/*/dist/migrations/**/*.js', 'libs/platform/dist/db/*.js']
/** `program`: main.js of another release; `together`: all services in one process, even over NATS. */
type Release = { program?: string; together?: boolean }
type Bus = 'memory' | 'nats'
const startNats = (bus: Bus, { together }: Release) => {
  if (bus === 'nats') return together ? natsWithoutPermissions() : natsWithPermissions()
}
const processesOf = (bus: Bus, { together }: Release) => (bus === 'nats' && !together ? SERVICES : ['all'])

/** Real processes on a real database, bus and disk: one process with the memory bus, or one per service over NATS. */
export type Installation = RunningProduct & {
  servers: Server[]
  /** The addresses of the gateways; the first is `url`. */
  urls: string[]
  nats?: ServiceNats
  /** The settings of a process with this service. */
  env(service: string): Record<string, string>
  storageDir: string
  /** The settings of all processes. */
  settings: Record<string, string>
  /** A new studio user, signed in. */
  photographer(): Promise<Visitor>
  /** The number of unpublished events and waiting jobs of all services, without webhook deliveries and mails, which may wait for hours. */
  pendingWork(): Promise<number>
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Ends the leases of jobs whose processes were killed. Otherwise they would last for another minute. */
  endLeases(): Promise<void>
  /** Paths in the store of all photo files, without the mark of its owner and files that are being written. */
  objects(): string[]
  stop(): Promise<void>
}

export async function install(
  bus: Bus,
  env: Record<string, string> = {},
  replicas = 1,
  release: Release = {},
): Promise<Installation> {
  const [database, nats, ...ports] = await Promise.all([
    release.program ? testDatabase() : migratedDatabase(env['DAYMARK_SECRET'] ?? SECRET),
    startNats(bus, release),
    ...Array.from({ length: replicas }, freePort),
  ])
  const storageDir = env['DAYMARK_STORAGE_DIR'] ?? mkdtempSync(join(tmpdir(), 'daymark-faults-'))
  const settings = {
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_SECRET: SECRET,
    DAYMARK_ENCRYPTION_KEYS: `tests:${Buffer.alloc(32, 'for tests only').toString('base64')}`,
    DAYMARK_STORAGE_DIR: storageDir,
    DAYMARK_ACK_WAIT_MS: '3000',
    DAYMARK_DATABASE_POOL: '4',
    DAYMARK_LOG_LEVEL: 'warn',
    PORT: String(ports[0]),
    DAYMARK_ADMIN_EMAIL: ADMIN.email,
    DAYMARK_ADMIN_PASSWORD: ADMIN.password,
    ...env,
  }
  const envOf = (service: string) => ({ ...settings, ...nats?.env(service) })
  if (nats) await daymark(['migrate'], envOf('setup'), release.program)
  const servers = ports.flatMap(port =>
    processesOf(bus, release).map(name => new Server([name], { ...envOf(name), PORT: String(port) }, release.program)),
  )
  await Promise.all(servers.map(s => s.start()))
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const urls = ports.map(port => `http://127.0.0.1:${port}`)
  const [url = ''] = urls
  const accounts = accountsAt(url)
  const query = async <T>(sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows as T[]
  const pendingWork = async () => {
    const counts = SERVICES_WITH_TABLES.flatMap(s => [
      `SELECT count(*) AS n FROM ${s}.outbox`,
      `SELECT count(*) FROM ${s}.job_queue WHERE kind <> ALL ('{deliver-webhook,send-mail,send-gallery-mail}')`,
    ])
    return (await query<{ n: string }>(counts.join(' UNION ALL '))).reduce((sum, row) => sum + Number(row.n), 0)
  }
  return {
    ...accounts,
    servers,
    nats,
    env: envOf,
    url,
    urls,
    storageDir,
    settings,
    query,
    async endLeases() {
      for (const service of SERVICES_WITH_TABLES)
        await query(`UPDATE ${service}.job_queue SET run_at = now(), lease = NULL WHERE lease IS NOT NULL`)
    },
    photographer: () => photographer(url, accounts),
    pendingWork,
    // With the memory bus a row is deleted once all subscribers have handled it.
    settle: () => pollUntil('all events and jobs are done', async () => (await pendingWork()) === 0),
    objects: () => files(storageDir),
    async stop() {
      await Promise.all(servers.map(s => s.stop()))
      await client.end()
      await nats?.stop()
      await database.drop()
      rmSync(storageDir, { recursive: true, force: true })
    },
  }
}

/** A copy of a migrated template database. tests/start and tests/compose cover the first start on an empty one. */
function migratedDatabase(secret: string) {
  const files = migrations.flatMap(pattern => globSync(pattern, { cwd: root })).toSorted()
  return copyMigratedDatabase({
    schemaVersion: files.map(file => [file, readFileSync(join(root, file), 'utf8')]),
    services: SERVICES_WITH_TABLES,
    secret,
    migrate: async url => void (await daymark(['migrate'], { DAYMARK_DATABASE_URL: url, DAYMARK_SECRET: secret })),
  })
}

/** With NATS, identity may start later than the gateway. */
async function photographer(url: string, accounts: TestAccounts): Promise<Visitor> {
  const body = { username: ADMIN.email, password: ADMIN.password }
  await pollUntil(
    'the super admin can sign in',
    async () => (await new Visitor(url).post('/api/auth/login', body)).status === 200,
  )
  return accounts.createUser({ tier: 'studio' })
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(f => f.isFile())
    .map(f => relative(folder, join(f.parentPath, f.name)))
    .filter(path => !/^tmp\/|\bmarks\b/.test(path))
}
