import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { testDatabase, testNats, type TestNats, Visitor } from '@daymark/testing'
import { Client } from 'pg'
import { eventually, freePort, Server } from './server.ts'

export const SERVICES = ['identity', 'billing', 'library', 'media', 'sharing', 'admin', 'gateway']
/** Admin and gateway keep nothing. */
const KEEPING = SERVICES.filter(s => s !== 'gateway' && s !== 'admin')
const ADMIN = { DAYMARK_ADMIN_EMAIL: 'admin@daymark.test', DAYMARK_ADMIN_PASSWORD: 'the first super admin of tests' }

/** Real processes on a real database, bus and disk: one process with the memory bus, or one per service over NATS. */
export type Installation = {
  servers: Server[]
  nats?: TestNats
  url: string
  storageDir: string
  /** A new studio user, signed in. */
  photographer(): Promise<Visitor>
  /** Every outbox of every service, summed. */
  outboxRows(): Promise<number>
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Keys of all stored objects, without temporary files of the driver. */
  objects(): string[]
  stop(): Promise<void>
}

export async function install(bus: 'memory' | 'nats', env: Record<string, string> = {}): Promise<Installation> {
  const [database, nats, port] = await Promise.all([
    testDatabase(),
    bus === 'nats' ? testNats() : undefined,
    freePort(),
  ])
  const storageDir = env['DAYMARK_STORAGE_DIR'] ?? mkdtempSync(join(tmpdir(), 'daymark-faults-'))
  const settings = {
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_SECRET: 'a secret for tests only, at least 32 characters',
    DAYMARK_STORAGE_DIR: storageDir,
    DAYMARK_ACK_WAIT_MS: '3000',
    DAYMARK_DATABASE_POOL: '4',
    DAYMARK_LOG_LEVEL: 'warn',
    PORT: String(port),
    ...ADMIN,
    ...(nats ? { DAYMARK_NATS_URL: nats.url } : {}),
    ...env,
  }
  const servers = nats ? SERVICES.map(s => new Server([s], settings)) : [new Server(['all'], settings)]
  await Promise.all(servers.map(s => s.start()))
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const url = `http://127.0.0.1:${port}`
  const query = async <T>(sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows as T[]
  return {
    servers,
    nats,
    url,
    storageDir,
    query,
    photographer: () => photographer(url),
    outboxRows: async () => {
      const tables = KEEPING.map(s => `SELECT count(*) AS n FROM ${s}.outbox`).join(' UNION ALL ')
      return (await query<{ n: string }>(tables)).reduce((sum, row) => sum + Number(row.n), 0)
    },
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

async function photographer(url: string): Promise<Visitor> {
  const admin = new Visitor(url)
  await eventually('the super admin can sign in', 30_000, async () => {
    const body = { username: ADMIN.DAYMARK_ADMIN_EMAIL, password: ADMIN.DAYMARK_ADMIN_PASSWORD }
    return (await admin.post('/api/auth/login', body)).status === 200
  })
  const body = {
    email: `${randomUUID()}@daymark.test`,
    password: 'a password for tests only',
    role: 'user',
    subscriptionTier: 'studio',
  }
  const made = await admin.post('/api/admin/users', body)
  if (made.status >= 300) throw new Error(`no user: ${made.status} ${made.bytes.toString()}`)
  const visitor = new Visitor(url)
  const { status } = await visitor.post('/api/auth/login', { username: body.email, password: body.password })
  if (status !== 200) throw new Error(`no sign-in: ${status}`)
  return visitor
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(f => f.isFile())
    .map(f => relative(folder, join(f.parentPath, f.name)))
}
