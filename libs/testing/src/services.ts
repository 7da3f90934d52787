import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { EventType } from '@daymark/contracts'
import {
  createLogger,
  type Class,
  type Database,
  type Job,
  RpcClient,
  run,
  type RunningProcess,
  type ServiceDefinition,
} from '@daymark/platform'
import { Client } from 'pg'
import type { z } from 'zod'
import { FakeClock } from './clock.ts'
import { migratedDatabase } from './migrated.ts'
import { pollUntil } from './poll-until.ts'
import { testNats, type TestNats } from './nats.ts'
import { settle } from './settle.ts'
import { testFolder } from './test-folder.ts'

export type TestServicesOptions = {
  /** Settings in addition to those of every test. */
  env?: Record<string, string>
  /** Default: DAYMARK_TEST_BUS, else memory. */
  bus?: 'memory' | 'nats'
}

/** Services in this process on a database, a bus and a store of their own. */
export type TestServices = {
  process: RunningProcess
  clock: FakeClock
  rpc: RpcClient
  nats?: TestNats
  env: Record<string, string>
  /** Where the gateway listens; empty when it was not started. */
  url: string
  /** Folder of the object store. */
  storageDir: string
  db(service: string): Database
  get<T>(service: string, type: Class<T>): T
  /** Not beside the run that the timer began, which would hold what this one is to find, and be done later. */
  runJob(service: string, job: Class<Job>): Promise<void>
  /**
   * Publishes an event as its owner would, through the transport: for services tested without that owner. On the memory bus it
   * resolves when every subscriber has handled the event, the jobs it enqueued included.
   */
  publish<E extends EventType>(type: E, key: string, data: z.input<E['data']>, id?: string): Promise<void>
  settle(): Promise<void>
  stop(): Promise<void>
}

const SECRET = 'a secret for tests only, at least 32 characters'

export async function startServices(
  defs: ServiceDefinition[],
  options: TestServicesOptions = {},
): Promise<TestServices> {
  const bus = options.bus ?? (process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory')
  const [database, nats] = await Promise.all([migratedDatabase(defs, SECRET), bus === 'nats' ? testNats() : undefined])
  const storageDir = testFolder('daymark-services')
  const clock = new FakeClock()
  const env: Record<string, string> = {
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_SECRET: SECRET,
    DAYMARK_ENCRYPTION_KEYS: `tests:${Buffer.alloc(32, 'for tests only').toString('base64')}`,
    DAYMARK_STORAGE_DIR: storageDir,
    DAYMARK_DELIVERY_BACKOFF_MS: '20',
    DAYMARK_DATABASE_POOL: '4',
    DAYMARK_SHUTDOWN_MS: '5000',
    PORT: '0',
    HOST: '127.0.0.1',
    ...(nats ? { DAYMARK_NATS_URL: nats.url } : {}),
    ...options.env,
  }
  const log = createLogger('test', process.env['DAYMARK_TEST_LOG'] ?? 'silent')
  const running = await run(defs, { env, clock, log, all: defs.map(d => d.name) })
  const rpc = new RpcClient(running.transport.client(), 10_000)
  const service = (name: string) => {
    const found = services.process.services.find(s => s.name === name)
    if (!found) throw new Error(`${name} does not run here`)
    return found
  }
  const db = (name: string): Database => {
    const found = service(name).db
    if (!found) throw new Error(`${name} keeps nothing`)
    return found
  }
  const services: TestServices = {
    process: running,
    clock,
    rpc,
    nats,
    env,
    url: running.services.find(s => s.url)?.url ?? '',
    storageDir,
    db,
    get: (name, type) => service(name).get(type),
    runJob: (name, job) =>
      apart(running.platform.databaseUrl, `job:${name}:${job.name}`, () => service(name).get(job).run()),
    async publish(type, key, data, id = randomUUID()) {
      await services.process.transport.publish({
        id,
        type: type.name,
        time: clock.now().toISOString(),
        source: type.name.split('.')[0] ?? '',
        subject: key,
        data: type.data.parse(data),
      })
      if (bus === 'memory') await pollUntil('its jobs are done', () => hasNoJob(services.process, id))
    },
    settle: () => settle(services.process, env['DAYMARK_NATS_URL']),
    async stop() {
      await rpc.close()
      await services.process.stop()
      await nats?.stop()
      await database.drop()
      rmSync(storageDir, { recursive: true, force: true })
    },
  }
  return services
}

async function hasNoJob(process: RunningProcess, key: string): Promise<boolean> {
  const found = process.services.map(({ db }) => db?.sql('SELECT FROM job_queue WHERE key = $1', [key]))
  return (await Promise.all(found)).every(rows => !rows?.length)
}

/** As the platform locks its jobs (jobs.ts), but that two runs of a test go side by side. */
async function apart(databaseUrl: string, job: string, run: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  // who ends all connections of a database ends this one, too
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock_shared(hashtext($1))', [job])
    await run()
  } finally {
    await client.end()
  }
}
