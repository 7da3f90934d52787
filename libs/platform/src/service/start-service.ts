import { HOUR_MS } from '@daymark/contracts'
import {
  type DynamicModule,
  type INestApplication,
  type INestApplicationContext,
  type INestMicroservice,
  Module,
  type NestApplicationOptions,
  type Provider,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { createArchiveHandlers } from '../archive/account-archive.ts'
import { Clock, withTimeout } from '../async/time.ts'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Database } from '../db/database.ts'
import { resourceHandlers } from '../db/resources.ts'
import { serviceUrl } from '../db/roles.ts'
import { Inbox } from '../events/inbox.ts'
import { OutboxRelay } from '../events/outbox-relay.ts'
import { EventSubscriptions } from '../events/subscriptions.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import { type JobRunner, jobTypeOf, JobWorker } from '../jobs/job-worker.ts'
import { ScheduledJobs } from '../jobs/scheduled-jobs.ts'
import { JOB_QUEUE } from '../jobs/waiting-jobs.ts'
import { REPLAY_JOB } from '../operation/dead-letters.ts'
import { operationHandlers, ServiceStatus } from '../operation/service-status.ts'
import { ServiceSettings } from '../operation/service-settings.ts'
import { CachedCheck, readinessHandler } from '../operation/readiness.ts'
import { RpcClient } from '../rpc/rpc-client.ts'
import { createLogger, Logger, nestLogger } from '../telemetry/logger.ts'
import { metrics, singleFlight } from '../telemetry/metrics.ts'
import type { Transport } from '../transport/transport.ts'
import { type Class, intervalOf, type Job, type Subscriber } from './decorators.ts'
import type { OpsHandler, ServiceContext, ServiceDefinition } from './define-service.ts'
import { collectProviders } from './discover.ts'

/** Registers the readiness of a service as a metric. */
function observeReadiness(service: string, ready: () => Promise<boolean>): void {
  const metricOptions = { description: 'Whether database, bus and store of a service respond', attributes: { service } }
  metrics.gauge('daymark.service.ready', metricOptions, async () => Number(await ready()))
}

/** Registers metrics of outbox, dead letters and connections of a service. */
function observeDatabase(service: string, db: Database, relay: OutboxRelay): void {
  const attributes = { service }
  const readDepths = singleFlight(() => relay.readDepthByPriority())
  metrics.gauge('daymark.outbox.rows', { description: 'Events not yet published, by priority', attributes }, async () =>
    (await readDepths()).map(({ priority, rows }) => [rows, { priority }]),
  )
  metrics.gauge(
    'daymark.outbox.age',
    { description: 'Age of the oldest event not yet published, by priority', unit: 's', attributes },
    async () => (await readDepths()).map(({ priority, oldestMs }) => [oldestMs / 1000, { priority }]),
  )
  metrics.gauge('daymark.dead_letters.rows', { description: 'Stored dead letters', attributes }, async () => {
    const [row] = await db.sql<{ n: string }>('SELECT count(*) AS n FROM dead_letters')
    return Number(row?.n ?? 0)
  })
  observePool({ 'db.client.connection.pool.name': service }, db)
}

function observePool(attributes: Record<string, string>, db: Database): void {
  metrics.gauge(
    'db.client.connection.count',
    { description: 'Database connections of this process, by state', attributes },
    () => [
      [db.countConnections().idle, { 'db.client.connection.state': 'idle' }],
      [db.countConnections().used, { 'db.client.connection.state': 'used' }],
    ],
  )
  metrics.gauge(
    'db.client.connection.max',
    { description: 'Maximum database connections of this process', attributes },
    () => db.countConnections().max,
  )
  metrics.gauge(
    'db.client.connection.pending_requests',
    { description: 'Queries waiting for a database connection', attributes },
    () => db.countConnections().waiting,
  )
}

/** Opens and migrates the database of a service. */
async function openDatabase(
  def: ServiceDefinition,
  url: string,
  platform: PlatformConfig,
  log: Logger,
): Promise<Database> {
  const db = await Database.open({
    service: def.name,
    url,
    entities: def.entities ?? [],
    migrations: def.migrations ?? [],
    pool: platform.databasePool,
    timeouts: {
      statement: platform.databaseStatementMs,
      lock: platform.databaseLockMs,
      idleTransaction: platform.databaseIdleTransactionMs,
    },
    replicationTimeoutMs: REPLICATION_TIMEOUT_MS,
    resources: def.resources,
    onError: error => log.warn({ err: error, event: 'database.connection-lost' }),
  })
  await db.migrate()
  return db
}

const READY_TIMEOUT_MS = 5000
/**
 * Interval of the replay job. A request for a replay starts the job immediately; the interval covers requests whose notification was lost.
 */
const REPLAY_INTERVAL_MS = 300_000
/** Maximum time for which a call waits for data that an event of another service will deliver (docs/adr/0002). */
const REPLICATION_TIMEOUT_MS = 2000
type ServiceDependencies = {
  transport: Transport
  platform: PlatformConfig
  env: Env
  clock: Clock
  log?: Logger
}

/**
 * A service that runs in this process, with its own dependency injection container, configuration, connection pool, database role and
 * logger.
 */
export type RunningService = {
  name: string
  db?: Database
  /** The address of the gateway. */
  url?: string
  relay?: OutboxRelay
  /** Additional paths of the operations port. */
  ops(): Record<string, OpsHandler>
  get<T>(type: Class<T>): T
  /** Whether database and bus are available. */
  ready(): Promise<boolean>
  /** Missing functionality of a ready service. */
  degradedReasons(): string[]
  /** Stops jobs. Separate from `stop`, so that all services stop working before any of them shuts down. */
  stopWork(): Promise<void>
  stop(): Promise<void>
}

@Module({})
class ServiceModule {}

export async function startService(def: ServiceDefinition, deps: ServiceDependencies): Promise<RunningService> {
  const { transport, platform } = deps
  const log = deps.log ?? createLogger(def.name, platform.logLevel)
  const url = serviceUrl(platform.databaseUrl, def.name, platform.secret)
  const db = def.database === false ? undefined : await openDatabase(def, url, platform, log)
  const rpc = new RpcClient(transport.client(), platform.rpcTimeoutMs)
  const settings = new ServiceSettings(def, deps.env)
  const ready = async (): Promise<void> => def.ready?.(get)
  const status = db && new ServiceStatus({ db, settings, version: platform.version, ready })
  const queue = db && new JobQueue(db, deps.clock)
  const { context, providers } = createProviders(def, deps, { log, rpc, db, queue, settings, status })
  const handlers = [...(def.handlers ?? []), ...builtInHandlers(def, status, deps.clock)]
  const app = await createApp({ ...def, handlers }, providers, context, log)
  const get = <T>(type: Class<T>): T => app.get(type as never, { strict: false })
  await def.onStart?.(get)
  const readiness = new CachedCheck(() => Promise.all([db?.sql('SELECT 1'), transport.ready()]))
  observeReadiness(def.name, () => readiness.get())
  const delivery = db && queue && (await startDelivery(def, { db, queue, url, get, deps, log }))
  status?.instances.start()
  return {
    name: def.name,
    db,
    relay: delivery?.relay,
    url: def.http && (await (app as INestApplication).getUrl()),
    get,
    ops: () => def.ops?.(get) ?? {},
    ready: () => readiness.get(),
    degradedReasons: () => def.degradedReasons?.(get) ?? [],
    async stopWork() {
      await Promise.all([delivery?.jobs.stop(), delivery?.worker.stop(platform.shutdownMs)])
    },
    async stop() {
      await status?.instances.stop()
      await delivery?.relay.stop()
      await app.close()
      await rpc.close()
      await db?.close()
    },
  }
}

/** The handlers of every service with a database. */
function builtInHandlers(
  { name, archive, resources = {} }: ServiceDefinition,
  status: ServiceStatus | undefined,
  clock: Clock,
): Class[] {
  if (!status) return []
  const archiveClasses = archive ? createArchiveHandlers(name, status.db, archive, () => clock.now()) : []
  const versionHandlers = resourceHandlers(name, status.db, resources)
  return [
    ...readinessHandler(name, status.db),
    ...operationHandlers(name, status),
    ...versionHandlers,
    ...archiveClasses,
  ]
}

type ServiceComponents = {
  log: Logger
  rpc: RpcClient
  db?: Database
  queue?: JobQueue
  settings: ServiceSettings
  status?: ServiceStatus
}

/**
 * Makes Nest order routes by their paths (`/shares/overview` before `/shares/:id`). Otherwise the order would depend on the names of the
 * files that contain the controllers.
 */
const HTTP_OPTIONS: NestApplicationOptions = {
  bodyParser: false,
  routeResolutionStrategy: 'specificity',
  routeConflictPolicy: { duplicate: 'error' },
}

/** The providers that handlers, subscribers and jobs can inject. */
function createProviders(
  def: ServiceDefinition,
  { platform, transport, env, clock }: ServiceDependencies,
  components: ServiceComponents,
) {
  const { log, rpc, db, queue, settings, status } = components
  const configs = new Map((def.configs ?? []).map(type => [type as unknown, loadConfig(type, env)]))
  const config: ServiceContext['config'] = type => {
    const value = configs.get(type)
    if (!value) throw new Error(`${def.name} does not list ${type.name} in its configs.`)
    return value as never
  }
  const context: ServiceContext = { platform, log, transport, rpc, config }
  const optionalProviders = [
    { provide: Database, useValue: db },
    { provide: JobQueue, useValue: queue },
    { provide: ServiceStatus, useValue: status },
    { provide: RpcClient, useValue: def.callsOthers && rpc },
  ]
  const providers: Provider[] = [
    { provide: Clock, useValue: clock },
    { provide: Logger, useValue: log },
    { provide: PlatformConfig, useValue: platform },
    { provide: ServiceSettings, useValue: settings },
    ...optionalProviders.filter(({ useValue }) => useValue),
    ...[...configs].map(([type, value]) => ({ provide: type as Class, useValue: value })),
    ...((def.subscribers ?? []) as Provider[]),
    ...((def.jobs ?? []) as Provider[]),
    ...(def.providers?.(context) ?? []),
  ]
  const controllers = [...(def.handlers ?? []), ...((def.http?.controllers ?? []) as Class[])]
  return { context, providers: collectProviders(controllers, providers) }
}

async function createApp(
  def: ServiceDefinition,
  providers: Provider[],
  context: ServiceContext,
  log: Logger,
): Promise<INestApplicationContext> {
  const module: DynamicModule = {
    module: ServiceModule,
    controllers: [...((def.handlers ?? []) as Class[]), ...(def.http?.controllers ?? [])] as never[],
    providers,
  }
  const options = { logger: nestLogger(log), abortOnError: false }
  if (def.http) {
    const app = await NestFactory.create(module, { ...options, ...HTTP_OPTIONS })
    await def.http.start(app, context)
    return app
  }
  const app: INestMicroservice = await NestFactory.createMicroservice(module, {
    ...options,
    strategy: context.transport.server(def.name),
  })
  await app.listen()
  return app
}

type DeliveryDependencies = {
  db: Database
  queue: JobQueue
  url: string
  get: RunningService['get']
  deps: ServiceDependencies
  log: Logger
}

async function startDelivery(def: ServiceDefinition, { db, queue, url, get, deps, log }: DeliveryDependencies) {
  const inbox = new Inbox(db)
  const {
    deliveryAttempts: attempts,
    deliveryBackoffMs: firstDelayMs,
    deliveryBackoffMaxMs: maxDelayMs,
  } = deps.platform
  const ready = () =>
    withTimeout(Promise.all([db.sql('SELECT 1'), deps.transport.ready(), def.ready?.(get)]), READY_TIMEOUT_MS).then(
      () => {},
    )
  const isShared = deps.transport.kind === 'nats'
  const options = { service: def.name, isShared, attempts, backoff: { firstDelayMs, maxDelayMs }, ready }
  const worker = new JobWorker(queue, options, deps.clock, log)
  const subscriptions = new EventSubscriptions(options, inbox, deps.clock, log)
  for (const type of def.subscribers ?? []) subscriptions.add(type, get(type) as Subscriber<never>, { queue, worker })
  for (const consumer of subscriptions.consumers()) await deps.transport.subscribe(consumer)
  const jobs = new ScheduledJobs(db, log)
  db.startJobsWith(name => (name === JOB_QUEUE.name ? worker.wake() : jobs.start(`${def.name}:${name}`)))
  const relay = new OutboxRelay(db, url, deps.transport, log)
  relay.start()
  observeDatabase(def.name, db, relay)
  for (const type of def.jobs ?? []) {
    const job = jobTypeOf(type)
    if (job) subscriptions.addJob(job, get(type) as JobRunner<never>, { queue, worker })
    else jobs.add(`${def.name}:${type.name}`, intervalOf(type), get(type) as Job)
  }
  worker.start(def.name)
  jobs.add(`${def.name}:${REPLAY_JOB.name}`, REPLAY_INTERVAL_MS, { run: () => subscriptions.replay() })
  jobs.add(`${def.name}:inbox`, HOUR_MS, { run: () => inbox.deleteOldMarks() })
  return { relay, jobs, worker }
}
