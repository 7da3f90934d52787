import { setTimeout as delay } from 'node:timers/promises'
import {
  type Env,
  explain,
  loadConfig,
  PlatformConfig,
  assertPrepared,
  processEnv,
  type ServiceDefinition,
} from '@daymark/platform'
import { openStorage, type StorageSettings } from '@daymark/storage'
import { load, UsageError } from './services.ts'

const TIMEOUT_MS = 600_000
const PAUSE_MS = 1000

/**
 * Waits until database, bus and store are available and prepared for these services, so that a process does not fail while its
 * dependencies are starting. Without services it waits until `daymark migrate` can run.
 */
export async function wait(words: string[]): Promise<void> {
  const env = processEnv()
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await load(words)
  const end = performance.now() + TIMEOUT_MS
  for (let printed = ''; ; await delay(PAUSE_MS)) {
    const reason = await Promise.all([assertPrepared(definitions, platform), storeAnswers(definitions, env)]).then(
      () => undefined,
      (error: unknown) => explain(error).split('\n')[0] ?? '',
    )
    if (reason === undefined) return
    if (performance.now() > end) throw new UsageError(`Gave up after ten minutes: ${reason}`)
    if (reason !== printed) console.log((printed = reason))
  }
}

/** Services with settings of the store need it. */
async function storeAnswers(definitions: ServiceDefinition[], env: Env): Promise<void> {
  const type = definitions.flatMap(one => one.configs ?? []).find(({ prefix }) => prefix === 'DAYMARK_STORAGE')
  if (type) await openStorage(loadConfig(type, env) as StorageSettings).ready()
}
