import type { ArchivedAccount } from '../archive/account-archive.ts'
import type { Env } from '../config/env.ts'
import type { Check } from '../operation/probe.ts'
import type { Provider, Type } from '@nestjs/common'
import type { AnyConfig } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'
import type { MigrationClass } from '../db/database.ts'
import type { Resources } from '../db/resources.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Transport } from '../transport/transport.ts'
import type { RpcClient } from '../rpc/rpc-client.ts'
import type { Class } from './decorators.ts'

/** The objects from which a service builds its own providers. */
export type ServiceContext = {
  platform: PlatformConfig
  /** The instance of a configuration class in `configs`. */
  config<T>(type: new (...args: never[]) => T): T
  log: Logger
  transport: Transport
  rpc: RpcClient
}

/** A handler for a path of the operations port. Returns an HTTP status. */
export type OpsHandler = (query: URLSearchParams) => Promise<number>

/** The definition of a service. */
export type ServiceDefinition = {
  name: string
  configs?: AnyConfig[]
  entities?: (new () => object)[]
  migrations?: MigrationClass[]
  handlers?: Class[]
  /** Resources that support conditional changes (If-Match). */
  resources?: Resources
  subscribers?: Class[]
  jobs?: Class[]
  providers?: (context: ServiceContext) => Provider[]
  /** True: may call all services (gateway, admin); a list: may make only these calls (adr/0038). */
  callsOthers?: true | string[]
  /** Types of events that every process receives without a subscriber: for caches and open pages of the gateway. */
  listensTo?: string[]
  /** HTTP controllers: the gateway only. */
  http?: {
    controllers: Type[]
    start(app: import('@nestjs/common').INestApplication, context: ServiceContext): Promise<void>
  }
  /** Additional paths of the operations port. */
  ops?: (get: <T>(type: Class<T>) => T) => Record<string, OpsHandler>
  /** Rejects while a dependency other than database and bus is unavailable, such as the store. */
  ready?: (get: <T>(type: Class<T>) => T) => Promise<void>
  /** Sentences that describe missing functionality of a ready service. */
  degradedReasons?: (get: <T>(type: Class<T>) => T) => string[]
  /** Checks of the machine for `daymark doctor`. */
  doctor?: (env: Env) => Promise<Check[]>
  /** The data of an account for backups. */
  archive?: ArchivedAccount
  /** False: the service has no database. */
  database?: boolean
  /** Runs at every start after migrations and before the bus opens; must be idempotent. */
  onStart?: (get: <T>(type: Class<T>) => T) => Promise<void>
}
export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition
