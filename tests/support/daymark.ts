import { randomUUID } from 'node:crypto'
import type { Actor, EventType, Input, Rpc } from '@daymark/contracts'
import { serviceUrl } from '@daymark/platform/roles'
import { setUp } from '@daymark/testing/outside'
import { Pool } from 'pg'
import type { z } from 'zod'
import { ADMIN, accountsAt, type SignedInUser, type TestAccounts } from './accounts.ts'
import { externalProduct } from './external-product.ts'

export type { SignedInUser }
/** The services that have a schema of their own in the database. */
export const SERVICES_WITH_TABLES = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin']

type Sql = <T = Record<string, unknown>>(statement: string, params?: unknown[]) => Promise<T[]>

export type Tables = {
  sql: Sql
  /** Runs a statement in a transaction that stays open, with its locks, until the answered function is called. */
  hold(statement: string, params?: unknown[]): Promise<() => Promise<void>>
}

/**
 * The whole product in the product host of this worker (product-host.ts), with its own database, bus, store and clock. Tests use its
 * HTTP API; the other members do what users cannot do.
 */
export type Daymark = TestAccounts & {
  /** The address of the gateway. */
  url: string
  /** The settings of the product. */
  env: Record<string, string>
  /** Folder of the object store. */
  storageDir: string
  clock: ProductClock
  /** The tables of one service. */
  db(service: string): Tables
  /** The decrypted object store of the gateway. */
  store: { list(prefix: string): Promise<string[]>; put(key: string, bytes: Buffer): Promise<void> }
  /** Resolves when no event is waiting or being handled. */
  settle(): Promise<void>
  /** Runs a job at once, in addition to its timer. */
  runJob(service: string, name: string): Promise<void>
  /** Removes expired uploads and returns the number of removed files. */
  sweepUploads(): Promise<number>
  /** Stops the delivery of broadcasts, which the bus does not guarantee. */
  loseBroadcasts(): Promise<void>
  /** Calls a path of the operations port. */
  ops<T>(service: string, path: string, query?: string): Promise<T>
  /** Publishes an event as the service that owns it. */
  publish<E extends EventType>(type: E, subject: string, data: z.input<E['data']>, id?: string): Promise<void>
  rpc: { call<C extends Rpc>(contract: C, input: Input<C>, actor: Actor): Promise<z.infer<C['output']>> }
  stop(): Promise<void>
}

/** The product's clock: it follows the real one until a test moves it. */
type ProductClock = {
  now(): Date
  /** The time without `jump`. */
  monotonicNow(): Date
  /** Lets time pass. */
  advance(ms: number): Promise<void>
  /** Changes the time as an operator who sets the clock of the machine. */
  jump(ms: number): Promise<void>
  /** From now on time passes only by `advance`. */
  hold(): Promise<void>
}

type ProductOptions = {
  /** Settings in addition to those of every product under test. */
  env?: Record<string, string>
  /** Default: DAYMARK_TEST_BUS, else memory. */
  bus?: 'memory' | 'nats'
}

type Started = { id: string; url: string; env: Record<string, string>; storageDir: string }

export async function startDaymark(options: ProductOptions = {}): Promise<Daymark> {
  const external = externalProduct()
  if (external) return { ...external, stop: async () => {} } as Daymark
  const env = {
    DAYMARK_ADMIN_EMAIL: ADMIN.email,
    DAYMARK_ADMIN_PASSWORD: ADMIN.password,
    ...options.env,
  }
  const started = await call<Started>('start', { ...options, env })
  const callProduct = <T = void>(name: string, ...args: unknown[]) => call<T>(`${started.id}/${name}`, ...args)
  const tables = tablesOf(started.env)
  return {
    ...accountsAt(started.url),
    ...started,
    db: tables.db,
    clock: clockOf(callProduct),
    settle: () => callProduct('settle'),
    runJob: (service, name) => callProduct('runJob', service, name),
    store: {
      list: prefix => callProduct('listStore', prefix),
      put: (key, bytes) => callProduct('putInStore', key, bytes.toString('base64')),
    },
    loseBroadcasts: () => callProduct('loseBroadcasts'),
    sweepUploads: () => callProduct<number>('sweepUploads'),
    ops: (service, path, query = '') => callProduct('ops', service, path, query),
    publish: (type, subject, data, id = randomUUID()) =>
      callProduct('publish', { type: type.name, subject, id, data: type.data.parse(data) }),
    rpc: { call: ({ subject, name }, input, actor) => callProduct('rpc', { subject, name }, input, actor) },
    async stop() {
      await tables.close()
      await callProduct('stop')
    },
  }
}

/** Starts a product with `setUp`. `options` is a function if they depend on what earlier `beforeAll` functions start. */
export const setUpDaymark = (options: ProductOptions | (() => ProductOptions) = {}): Daymark =>
  setUp(() => startDaymark(typeof options === 'function' ? options() : options))

function clockOf(callProduct: (name: string, ms?: number) => Promise<void>): ProductClock {
  const moved = { advance: 0, jump: 0 }
  let held: number | undefined
  const move = (name: keyof typeof moved) => (ms: number) => {
    moved[name] += ms
    return callProduct(name, ms)
  }
  return {
    now: () => new Date((held ?? Date.now()) + moved.advance + moved.jump),
    monotonicNow: () => new Date(Date.now() + moved.advance),
    advance: move('advance'),
    jump: move('jump'),
    hold() {
      held ??= Date.now()
      return callProduct('hold')
    },
  }
}

/** Opens connections with the database role of each service. */
function tablesOf({ DAYMARK_DATABASE_URL = '', DAYMARK_SECRET = '' }: Record<string, string>) {
  const pools = new Map<string, Pool>()
  const open = (service: string) => {
    const pool = new Pool({
      connectionString: serviceUrl(DAYMARK_DATABASE_URL, service, DAYMARK_SECRET),
      options: `-c search_path=${service} -c timezone=UTC`,
      max: 4,
    })
    // a dropped connection already fails the query
    pool.on('connect', client => client.on('error', () => undefined)).on('error', () => undefined)
    pools.set(service, pool)
    return pool
  }
  const poolOf = (service: string) => pools.get(service) ?? open(service)
  return {
    db: (service: string): Tables => ({
      sql: async <T>(statement: string, params: unknown[] = []) =>
        (await poolOf(service).query(statement, params)).rows as T[],
      async hold(statement, params = []) {
        const client = await poolOf(service).connect()
        await client.query('BEGIN')
        await client.query(statement, params)
        return async () => {
          await client.query('ROLLBACK')
          client.release()
        }
      },
    }),
    close: () => Promise.all([...pools.values()].map(pool => pool.end())),
  }
}

/** Calls the product host of this worker. Errors keep their fields. */
async function call<T>(path: string, ...args: unknown[]): Promise<T> {
  const host = await hostOfWorker()
  const response = await fetch(`${host}/${path}`, { method: 'POST', body: JSON.stringify(args) })
  const { result, error } = (await response.json()) as { result: T; error?: Error }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

let host: Promise<string> | undefined
const hostOfWorker = () => (host ??= workerResource('host'))

/** The address of the product host or the browser of this jest worker (workers.mjs). */
export async function workerResource(kind: 'host' | 'browser'): Promise<string> {
  const answer = await fetch(`${process.env['DAYMARK_TEST_WORKERS']}/${kind}/${process.env['JEST_WORKER_ID']}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the ${kind} did not start: ${text}`)
  return text
}
