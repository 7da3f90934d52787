import {
  loadConfig,
  PlatformConfig,
  prepareRoles,
  processEnv,
  migrate as run,
  writeNatsConfig,
} from '@daymark/platform'
import { load, serviceNames, UsageError } from './services.ts'

/** Updates roles, schemas and tables of every service; a Helm hook runs it before an upgrade. */
export async function migrate(words: string[]): Promise<void> {
  const definitions = await load(words.length ? words : ['all'])
  for (const { service, done } of await run(definitions, processEnv()))
    console.log(`${service}: ${done.length ? done.join(', ') : 'up to date'}`)
}

/** `changed`: the database accepts the configured secret; processes with the previous secret can no longer connect. */
export async function secret([verb]: string[]): Promise<void> {
  if (verb !== 'changed') throw new UsageError('Usage: daymark secret changed.')
  const { databaseUrl, secret: value } = loadConfig(PlatformConfig, processEnv())
  const servicesWithDatabase = (await load(['all'])).filter(one => one.database !== false).map(one => one.name)
  await prepareRoles(databaseUrl, servicesWithDatabase, value, { isNewSecret: true })
  console.log('The database now uses this secret. Start every process with it.')
}

const NATS_USAGE = 'Usage: daymark nats config <folder> [services of one process, separated by commas] …'

/**
 * `config <folder>` writes the configuration with which nats-server authenticates each process, and their keys (docs/adr/0015). The
 * default is one process per service; otherwise: `config keys gateway,admin identity,billing library media sharing`.
 */
export async function nats([verb, folder, ...processes]: string[]): Promise<void> {
  if (verb !== 'config' || !folder) throw new UsageError(NATS_USAGE)
  const all = await load(['all'])
  const definitions = await Promise.all((processes.length ? processes : serviceNames).map(word => load([word])))
  const users = writeNatsConfig(folder, definitions, all)
  console.log(
    `${folder}: permissions.conf and keys.conf for nats-server, rpc.key for gateway and admin, rpc.pub for all,`,
  )
  console.log(`and one key for each of ${users.join(', ')} (.nk, for DAYMARK_NATS_NKEY_FILE).`)
}

/** `setup` creates missing products, prices, portal configuration and webhook endpoint at Stripe. */
export async function stripe(words: string[]): Promise<void> {
  if (words.join(' ') !== 'setup') throw new UsageError('Usage: daymark stripe setup.')
  const { setUpStripe } = await import('@daymark/billing')
  await setUpStripe(processEnv(), line => console.log(line))
}
