import {
  type Check,
  type Env,
  envName,
  isSettingSet,
  loadConfig,
  PlatformConfig,
  probeDependencies,
  processEnv,
  type ServiceDefinition,
} from '@daymark/platform'
import { runHardeningChecks } from './hardening.ts'
import { loadServices } from '../services.ts'
import { checkStoreOwner } from '../store.ts'

/** Prints the result of each check. Sets the exit code 1 if a required check fails. */
export async function runDoctor(): Promise<void> {
  const results = await runChecks(processEnv())
  for (const one of results) console.log(formatCheck(one))
  if (results.some(c => !c.ok && c.needed)) process.exitCode = 1
}

export const formatCheck = ({ ok, name, message }: Check): string =>
  `${ok ? 'ok     ' : 'MISSING'}  ${name}: ${message}`

export async function runChecks(env: Env): Promise<Check[]> {
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await loadServices(['all'])
  return [
    ...(await probeDependencies(platform)),
    ...checkSettings(definitions, env),
    ...(await runServiceChecks(definitions, env)),
    await checkStoreOwner(env),
    ...runHardeningChecks(env),
  ]
}

function checkSettings(definitions: ServiceDefinition[], env: Record<string, string | undefined>): Check[] {
  return [PlatformConfig, ...definitions.flatMap(d => d.configs ?? [])].map(type => {
    loadConfig(type, env)
    const setNames = Object.keys(type.schema.shape)
      .map(f => envName(type.prefix, f))
      .filter(name => isSettingSet(name, env))
    return {
      name: `settings ${type.name}`,
      ok: true,
      needed: true,
      message: setNames.length ? `set: ${setNames.join(', ')}` : 'defaults',
    }
  })
}

/** Runs the checks that services define themselves, for example whether the decoders of media are installed. */
async function runServiceChecks(
  definitions: ServiceDefinition[],
  env: Record<string, string | undefined>,
): Promise<Check[]> {
  const results = await Promise.all(definitions.map(d => d.doctor?.(env) ?? []))
  return results.flat()
}
