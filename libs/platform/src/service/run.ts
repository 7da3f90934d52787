import { Clock, isFinishedWithin } from '../async/time.ts'
import { ConfigError, loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { prepareRoles } from '../db/roles.ts'
import { RejectedCallLog, loadRpcKeys } from '../rpc/signed-call.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import { serviceMetrics } from '../telemetry/metrics.ts'
import { MemoryTransport } from '../transport/memory.transport.ts'
import { connectionOptions } from '../transport/nats-connection.ts'
import { NatsTransport } from '../transport/nats.transport.ts'
import type { OnInvalidEvent, Transport } from '../transport/transport.ts'
import type { ServiceDefinition } from './define-service.ts'
import { setFailureLog, waitUntilIdle } from './requests.ts'
import { type RunningService, startService } from './start-service.ts'

export type RunOptions = {
  env: Env
  clock?: Clock
  log?: Logger
  /** Names of all services of the product. The in-memory bus requires them in one process. */
  allServices: string[]
}
export type RunningProcess = {
  services: RunningService[]
  transport: Transport
  platform: PlatformConfig
  stop(): Promise<void>
}

/** Runs services in one process: one for `daymark start library`, all for `daymark start all`. */
export async function run(defs: ServiceDefinition[], options: RunOptions): Promise<RunningProcess> {
  const platform = loadConfig(PlatformConfig, options.env)
  const log = options.log ?? createLogger('daymark', platform.logLevel)
  setFailureLog(log)
  if (!platform.natsUrl && defs.length < options.allServices.length)
    throw new ConfigError(
      'The in-memory bus needs every service in this process. Start all services, or set DAYMARK_NATS_URL.',
    )
  const servicesWithDatabase = defs.filter(d => d.database !== false).map(d => d.name)
  // services without a database must start without access to one
  if (servicesWithDatabase.length > 0) await prepareRoles(platform.databaseUrl, servicesWithDatabase, platform.secret)
  const transport = await openTransport(defs, platform, log)
  const dependencies = { transport, platform, env: options.env, clock: options.clock ?? new Clock(), log: options.log }
  const services: RunningService[] = []
  const stop = runOnce(() => stopAll(services, transport, platform))
  try {
    // The gateway starts last, because it accepts requests immediately.
    const [edge, internal] = [defs.filter(d => d.http), defs.filter(d => !d.http)]
    services.push(...(await Promise.all(internal.map(def => startService(def, dependencies)))))
    for (const def of edge) services.push(await startService(def, dependencies))
    await transport.open()
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  return { services, transport, platform, stop }
}

function openTransport(
  defs: ServiceDefinition[],
  platform: PlatformConfig,
  log: Logger,
): Promise<Transport> | Transport {
  const retryDelays = { firstDelayMs: platform.deliveryBackoffMs, maxDelayMs: platform.deliveryBackoffMaxMs }
  const onInvalidEvent: OnInvalidEvent = (type, error) => {
    serviceMetrics.recordDroppedMessage(type)
    log.error({ err: error, event: 'bus.message-dropped', type })
  }
  // with the in-memory bus calls do not leave the process, so they need no signature
  if (!platform.natsUrl) return new MemoryTransport(retryDelays, onInvalidEvent)
  const keys = loadRpcKeys(platform)
  const caller = defs.find(def => def.callsOthers)
  if (caller && !keys.signingKey)
    throw new ConfigError(`${caller.name} calls other services: it needs DAYMARK_RPC_PRIVATE_KEY or its _FILE.`)
  const rejectedCallLog = new RejectedCallLog(log)
  const { natsReplicas: replicas, ackWaitMs, shutdownMs } = platform
  return NatsTransport.connect({
    connection: connectionOptions(
      platform,
      defs.map(def => def.name),
    ),
    keys,
    replicas,
    ackWaitMs,
    shutdownMs,
    retryDelays,
    onError: error => log.warn({ err: error, event: 'nats.error' }),
    onInvalidEvent,
    onRefusal: (subject, reason) => rejectedCallLog.record(subject, reason),
  })
}

/** Stops the gateway first, then waits for requests and deliveries in flight, then stops the other services and the bus. */
async function stopAll(services: RunningService[], transport: Transport, platform: PlatformConfig): Promise<void> {
  const [edge, internal] = [services.filter(s => s.url), services.filter(s => !s.url)]
  for (const service of edge) await service.stop()
  // Events that are committed from now on remain in the outbox until the next start.
  const deliveries = isFinishedWithin(transport.drain(), platform.shutdownMs)
  await Promise.all([waitUntilIdle(platform.shutdownMs), deliveries, ...internal.map(s => s.stopWork())])
  await Promise.all(internal.map(s => s.stop()))
  await transport.close()
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
