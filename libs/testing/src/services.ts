import type { EventType } from '@daymark/contracts'
import {
  type Class,
  createLogger,
  type Database,
  type Job,
  migrate,
  RpcClient,
  run,
  type RunningProcess,
  type ServiceDefinition,
} from '@daymark/platform'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { z } from 'zod'
import { FakeClock } from './clock.ts'
import type { TestDatabase } from './database.ts'
import { testFolder } from './servers/free-port.ts'
import { copyMigratedDatabase } from './migrated-copy.ts'
import { testNats, type TestNats } from './servers/nats.ts'
import { pollUntil } from './poll-until.ts'
import { settle } from './settle.ts'

const platformDatabaseFolder = join(import.meta.dirname, '../../platform/src/db')
/** A change of the code that migrations share must create another template, so its text is part of the key. */
const platformMigrationSources = readdirSync(platformDatabaseFolder).map(file =>
  readFileSync(join(platformDatabaseFolder, file), 'utf8'),
)

/** Creates a database with the tables of these services. */
export function migratedDatabase(defs: ServiceDefinition[], secret: string): Promise<TestDatabase> {
  const servicesWithDatabase = defs.filter(def => def.database !== false)
  const migrations = servicesWithDatabase.flatMap(({ name, migrations = [] }) => [name, ...migrations.map(String)])
  return copyMigratedDatabase({
    schemaVersion: [platformMigrationSources, migrations],
    services: servicesWithDatabase.map(({ name }) => name),
    secret,
    migrate: async url =>
      void (await migrate(servicesWithDatabase, { DAYMARK_DATABASE_URL: url, DAYMARK_SECRET: secret })),
  })
}

export type TestServicesOptions = {
  /** Settings that are added to the default settings of tests, or replace them. */
  env?: Record<string, string>
  /** Default: the variable DAYMARK_TEST_BUS, and without it `memory`. */
  bus?: 'memory' | 'nats'
}

/** Services that run in the process of the test with their own database, bus and store. */
export type TestServices = {
  process: RunningProcess
  clock: FakeClock
  rpc: RpcClient
  nats?: TestNats
  env: Record<string, string>
  /** The URL of the gateway. Empty if the test did not start the gateway. */
  url: string
  /** Folder of the object store. */
  storageDir: string
  db(service: string): Database
  get<T>(service: string, type: Class<T>): T
  /**
   * Runs a scheduled job now. Waits for a run that the timer has started, because that run could complete the work that the test expects of
   * the new run.
   */
  runJob(service: string, job: Class<Job>): Promise<void>
  /**
   * Publishes an event on behalf of a service that does not run in this test. On the memory bus it resolves when all subscribers and the
   * jobs that they enqueued have completed; on NATS, when the bus has stored the event.
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
  const running = await run(defs, { env, clock, log, allServices: defs.map(definition => definition.name) })
  const rpc = new RpcClient(running.transport.client(), 10_000)
  const service = (name: string) => {
    const runningService = services.process.services.find(candidate => candidate.name === name)
    if (!runningService) throw new Error(`the service ${name} is not running`)
    return runningService
  }
  const db = (name: string): Database => {
    const database = service(name).db
    if (!database) throw new Error(`the service ${name} has no database`)
    return database
  }
  const services: TestServices = {
    process: running,
    clock,
    rpc,
    nats,
    env,
    url: running.services.find(candidate => candidate.url)?.url ?? '',
    storageDir,
    db,
    get: (name, type) => service(name).get(type),
    runJob: (name, job) =>
      withJobLock(running.platform.databaseUrl, `job:${name}:${job.name}`, async () => {
        await service(name).get(job).run()
      }),
    async publish(type, key, data, id = randomUUID()) {
      await services.process.transport.publish({
        id,
        type: type.name,
        time: clock.now().toISOString(),
        source: type.name.split('.')[0] ?? '',
        subject: key,
        data: type.data.parse(data),
      })
      if (bus === 'memory') await pollUntil('the jobs of the event are done', () => hasNoJob(services.process, id))
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
  const jobQueries = process.services.map(({ db }) => db?.sql('SELECT FROM job_queue WHERE key = $1', [key]))
  return (await Promise.all(jobQueries)).every(rows => !rows?.length)
}

/**
 * Runs `work` while holding the lock of scheduled-jobs.ts. The lock is shared, so that a test may run the same job concurrently, but
 * excludes runs of the timer.
 */
async function withJobLock(databaseUrl: string, job: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  // a test may terminate all connections of the database, which must not end this process
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock_shared(hashtext($1))', [job])
    await work()
  } finally {
    await client.end()
  }
}
