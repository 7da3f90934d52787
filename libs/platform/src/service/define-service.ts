import type { ArchivedAccount } from '../archive/archive-handlers.ts'
import type { Env } from '../config/env.ts'
import type { Check } from '../ops/probe.ts'
import type { Provider, Type } from '@nestjs/common'
import type { AnyConfig } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'
import type { MigrationClass } from '../db/database.ts'
import type { Resources } from '../db/resources.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Transport } from '../transport/transport.ts'
import type { RpcClient } from '../rpc/rpc-client.ts'
import type { Class } from './decorators.ts'

/** What a service may use to build its own providers. */
export type ServiceContext = {
  platform: PlatformConfig
  /** An instance of a configuration class that the service listed. */
  config<T>(type: new (...args: never[]) => T): T
  log: Logger
  transport: Transport
  rpc: RpcClient
}

/** For machines beside the product, on a port that strangers do not reach. */
export type OpsAnswer = (query: URLSearchParams) => Promise<number>

/** A service: a table of contents. Everything else is found from here. */
export type ServiceDefinition = {
  name: string
  configs?: AnyConfig[]
  entities?: (new () => object)[]
  migrations?: MigrationClass[]
  handlers?: Class[]
  /** Rows whose versions conditional changes (If-Match) are compared with. */
  resources?: Resources
  subscribers?: Class[]
  jobs?: Class[]
  providers?: (context: ServiceContext) => Provider[]
  /** Gateway and admin may call any other; who names calls may make these alone (adr/0038). */
  callsOthers?: true | string[]
  /** Names of the events it listens to without a subscriber: the gateway, for its caches and for open pages. */
  listens?: string[]
  /** HTTP controllers: the gateway only. */
  http?: {
    controllers: Type[]
    start(app: import('@nestjs/common').INestApplication, context: ServiceContext): Promise<void>
  }
  /** Further answers of the operations port, by path: a status for what was asked. */
  ops?: (get: <T>(type: Class<T>) => T) => Record<string, OpsAnswer>
  /** Rejects while something beside database and bus that it needs is away, such as the store. */
  ready?: (get: <T>(type: Class<T>) => T) => Promise<void>
  /** What it cannot do although it is ready, in sentences: for whoever asks whether it is. */
  lacks?: (get: <T>(type: Class<T>) => T) => string[]
  /** What it needs from the machine, for `daymark doctor`. */
  doctor?: (env: Env) => Promise<Check[]>
  /** What it keeps of an account, for archives of accounts. */
  archive?: ArchivedAccount
  /** False: the service keeps nothing of its own. */
  database?: boolean
  /** After migrations and before the bus opens; must be safe to run at every start. */
  onStart?: (get: <T>(type: Class<T>) => T) => Promise<void>
}
export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition
