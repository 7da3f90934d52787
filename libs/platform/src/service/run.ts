import { finishedWithin } from '../async/timeout.ts'
import { Clock } from '../clock.ts'
import { ConfigError, loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { prepareRoles } from '../db/roles.ts'
import { RefusedCalls } from '../rpc/refused-calls.ts'
import { rpcKeys } from '../rpc/rpc-keys.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import { measure } from '../telemetry/measure.ts'
import { MemoryTransport } from '../transport/memory.transport.ts'
import { connectionOptions } from '../transport/nats-connection.ts'
import { NatsTransport } from '../transport/nats.transport.ts'
import type { OnInvalid, Transport } from '../transport/transport.ts'
import type { ServiceDefinition } from './define-service.ts'
import { reportFailuresTo, untilIdle } from './in-flight.ts'
import { startService, type Running } from './start-service.ts'

export type RunOptions = {
  env: Env
  clock?: Clock
  log?: Logger
  /** every service there is; the memory bus needs them all */ all: string[]
}
export type RunningProcess = {
  services: Running[]
  transport: Transport
  platform: PlatformConfig
  stop(): Promise<void>
}

/** Any number of services in one process. `daymark start library` passes one, `daymark start all` passes every one. */
export async function run(defs: ServiceDefinition[], options: RunOptions): Promise<RunningProcess> {
  const platform = loadConfig(PlatformConfig, options.env)
  const log = options.log ?? createLogger('daymark', platform.logLevel)
  reportFailuresTo(log)
  if (!platform.natsUrl && defs.length < options.all.length)
    throw new ConfigError(
      'The in-memory bus needs every service in this process. Start all services, or set DAYMARK_NATS_URL.',
    )
  const keeping = defs.filter(d => d.database !== false).map(d => d.name)
  // who keeps nothing needs no way to the database
  if (keeping.length > 0) await prepareRoles(platform.databaseUrl, keeping, platform.secret)
  const transport = await openTransport(defs, platform, log)
  const deps = { transport, platform, env: options.env, clock: options.clock ?? new Clock(), log: options.log }
  const services: Running[] = []
  const stop = once(() => stopAll(services, transport, platform))
  try {
    // services keep nothing of each other, so they may start side by side; the gateway comes last and then takes requests
    const [edge, inner] = [defs.filter(d => d.http), defs.filter(d => !d.http)]
    services.push(...(await Promise.all(inner.map(def => startService(def, deps)))))
    for (const def of edge) services.push(await startService(def, deps))
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
  const retry = { firstMs: platform.deliveryBackoffMs, maxMs: platform.deliveryBackoffMaxMs }
  const onInvalid: OnInvalid = (type, error) => {
    measure.dropped(type)
    log.error({ err: error, event: 'bus.message-dropped', type })
  }
  // nobody outside this process can call: there is nothing to sign
  if (!platform.natsUrl) return new MemoryTransport(retry, onInvalid)
  const keys = rpcKeys(platform)
  const caller = defs.find(def => def.callsOthers)
  if (caller && !keys.signing)
    throw new ConfigError(`${caller.name} calls other services: it needs DAYMARK_RPC_PRIVATE_KEY or its _FILE.`)
  const refused = new RefusedCalls(log)
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
    retry,
    onError: error => log.warn({ err: error, event: 'nats.error' }),
    onInvalid,
    onRefusal: (subject, why) => refused.note(subject, why),
  })
}

/** The edge first, then requests and deliveries in flight finish, then what they used goes. */
async function stopAll(services: Running[], transport: Transport, platform: PlatformConfig): Promise<void> {
  const [edge, inner] = [services.filter(s => s.url), services.filter(s => !s.url)]
  for (const service of edge) await service.stop()
  // what commits from here on waits in its outbox for the next start
  const deliveries = finishedWithin(transport.drain(), platform.shutdownMs)
  await Promise.all([untilIdle(platform.shutdownMs), deliveries, ...inner.map(s => s.stopTaking())])
  await Promise.all(inner.map(s => s.stop()))
  await transport.close()
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
