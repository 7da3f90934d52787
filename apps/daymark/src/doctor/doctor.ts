import {
  type Check,
  type Env,
  envName,
  isSet,
  loadConfig,
  PlatformConfig,
  probe,
  processEnv,
  type ServiceDefinition,
} from '@daymark/platform'
import { hardening } from './hardening.ts'
import { load } from '../services.ts'
import { storeCheck } from '../store.ts'

/** Prints what is configured, reachable and missing. Exits with 1 if something required is missing. */
export async function doctor(): Promise<void> {
  const results = await checks(processEnv())
  for (const one of results) console.log(lineOf(one))
  if (results.some(c => !c.ok && c.needed)) process.exitCode = 1
}

export const lineOf = ({ ok, name, says }: Check): string => `${ok ? 'ok     ' : 'MISSING'}  ${name}: ${says}`

/** All checks. */
export async function checks(env: Env): Promise<Check[]> {
  const platform = loadConfig(PlatformConfig, env)
  const definitions = await load(['all'])
  return [
    ...(await probe(platform)),
    ...configured(definitions, env),
    ...(await definitionChecks(definitions, env)),
    await storeCheck(env),
    ...hardening(env),
  ]
}

function configured(definitions: ServiceDefinition[], env: Record<string, string | undefined>): Check[] {
  return [PlatformConfig, ...definitions.flatMap(d => d.configs ?? [])].map(type => {
    loadConfig(type, env)
    const set = Object.keys(type.schema.shape)
      .map(f => envName(type.prefix, f))
      .filter(name => isSet(name, env))
    return {
      name: `settings ${type.name}`,
      ok: true,
      needed: true,
      says: set.length ? `set: ${set.join(', ')}` : 'defaults',
    }
  })
}

/** Checks that services define, for example for decoders and the store. */
async function definitionChecks(
  definitions: ServiceDefinition[],
  env: Record<string, string | undefined>,
): Promise<Check[]> {
  const results = await Promise.all(definitions.map(d => d.doctor?.(env) ?? []))
  return results.flat()
}
