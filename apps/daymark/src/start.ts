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
 * Runs the services until SIGINT or SIGTERM, then completes running requests and jobs. Tells a parent process over IPC when the services
 * are ready.
 */
export async function startServices(words: string[]): Promise<void> {
  if (!words.length) throw new UsageError('Usage: daymark start all, or daymark start library media …')
  // without a listener, a write to stderr would end this process if the reader of stderr has ended; LogOutput handles the same error of the
  // log
  process.stderr.on('error', () => {})
  const definitions = await loadServices(words)
  const running = await run(definitions, { env: processEnv(), all: serviceNames })
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
 * Runs `daymark wait`: waits until database, bus and store are available and prepared for the services, for at most ten minutes. A process
 * that starts afterwards does not fail because its dependencies are still starting. Without names of services, it waits until `daymark
 * migrate` can run.
 */
export async function waitForDependencies(words: string[]): Promise<void> {
  const env = processEnv()
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await loadServices(words)
  const end = performance.now() + MAX_WAIT_MS
  for (let printed = ''; ; await delay(RETRY_INTERVAL_MS)) {
    const reason = await Promise.all([assertPrepared(definitions, platform), assertStoreReady(definitions, env)]).then(
      () => undefined,
      (error: unknown) => explainError(error).split('\n')[0] ?? '',
    )
    if (reason === undefined) return
    if (performance.now() > end) throw new UsageError(`Not ready after ten minutes: ${reason}`)
    if (reason !== printed) console.log((printed = reason))
  }
}

/** Throws if one of the services uses the store and the store is unavailable. */
async function assertStoreReady(definitions: ServiceDefinition[], env: Env): Promise<void> {
  const type = definitions.flatMap(one => one.configs ?? []).find(({ prefix }) => prefix === 'DAYMARK_STORAGE')
  if (type) await openStorage(loadConfig(type, env) as StorageSettings).ready()
}
