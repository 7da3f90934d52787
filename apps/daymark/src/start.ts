import {
  assertPrepared,
  createLogger,
  type Env,
  explainError,
  handleUncaughtErrors,
  loadConfig,
  PlatformConfig,
  processEnv,
  run,
  type ServiceDefinition,
  startOps,
  stopTelemetry,
} from '@daymark/platform'
import { openStorage, type StorageSettings } from '@daymark/storage'
import { setTimeout as delay } from 'node:timers/promises'
import { loadServices, serviceNames, UsageError } from './services.ts'

/**
 * Runs the services until SIGINT or SIGTERM, then completes running requests and jobs. Notifies a parent process over IPC when the services
 * are ready.
 */
export async function startServices(args: string[]): Promise<void> {
  if (!args.length) throw new UsageError('Usage: daymark start all, or daymark start library media …')
  // without a listener, a write to stderr after its reader has exited would end this process
  process.stderr.on('error', () => {})
  const definitions = await loadServices(args)
  const running = await run(definitions, { env: processEnv(), allServices: serviceNames })
  const log = createLogger('daymark', running.platform.logLevel)
  handleUncaughtErrors(log)
  const ops = await startOps(running, log)
  const url = running.services.find(s => s.url)?.url
  process.send?.({ ready: true, url })
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    process.once('disconnect', () => resolve()) // the launcher was killed, so it could not send a signal
  })
  await running.stop()
  await ops.stop()
  await stopTelemetry()
}

const MAX_WAIT_MS = 600_000
const RETRY_INTERVAL_MS = 1000

/**
 * Runs `daymark wait`: waits for at most ten minutes until database, bus and store are available and prepared for the services, so that a
 * service does not fail because its dependencies are still starting. Without names of services, waits until `daymark migrate` can run.
 */
export async function waitForDependencies(args: string[]): Promise<void> {
  const env = processEnv()
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await loadServices(args)
  const deadline = performance.now() + MAX_WAIT_MS
  for (let lastReason = ''; ; await delay(RETRY_INTERVAL_MS)) {
    const reason = await Promise.all([assertPrepared(definitions, platform), assertStoreReady(definitions, env)]).then(
      () => undefined,
      (error: unknown) => explainError(error).split('\n')[0] ?? '',
    )
    if (reason === undefined) return
    if (performance.now() > deadline) throw new UsageError(`Not ready after ten minutes: ${reason}`)
    if (reason !== lastReason) console.log((lastReason = reason))
  }
}

/** Throws if one of the services uses the store and the store is unavailable. */
async function assertStoreReady(definitions: ServiceDefinition[], env: Env): Promise<void> {
  const storageConfig = definitions
    .flatMap(({ configs = [] }) => configs)
    .find(({ prefix }) => prefix === 'DAYMARK_STORAGE')
  if (storageConfig) await openStorage(loadConfig(storageConfig, env) as StorageSettings).ready()
}
