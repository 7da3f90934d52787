import { setTimeout as delay } from 'node:timers/promises'
import {
  type Env,
  explain,
  loadConfig,
  PlatformConfig,
  preparedFor,
  processEnv,
  type ServiceDefinition,
} from '@daymark/platform'
import { openStorage, type StorageSettings } from '@daymark/storage'
import { load, UsageError } from './services.ts'

const LONGEST_MS = 600_000
const PAUSE_MS = 1000

/**
 * Until database, bus and store can be used and are prepared for these services, so that a process whose neighbours start beside it does
 * not fail at first; without services, until `daymark migrate` can run.
 */
export async function wait(words: string[]): Promise<void> {
  const env = processEnv()
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await load(words)
  const end = performance.now() + LONGEST_MS
  for (let said = ''; ; await delay(PAUSE_MS)) {
    const reason = await Promise.all([preparedFor(definitions, platform), storeAnswers(definitions, env)]).then(
      () => undefined,
      (error: unknown) => explain(error).split('\n')[0] ?? '',
    )
    if (reason === undefined) return
    if (performance.now() > end) throw new UsageError(`Gave up after ten minutes: ${reason}`)
    if (reason !== said) console.log((said = reason))
  }
}

/** Who has settings of the store uses it. */
async function storeAnswers(definitions: ServiceDefinition[], env: Env): Promise<void> {
  const type = definitions.flatMap(one => one.configs ?? []).find(({ prefix }) => prefix === 'DAYMARK_STORAGE')
  if (type) await openStorage(loadConfig(type, env) as StorageSettings).ready()
}
