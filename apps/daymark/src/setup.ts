import { loadConfig, PlatformConfig, prepareRoles, processEnv, migrate, writeNatsConfig } from '@daymark/platform'
import { loadServices, serviceNames, UsageError } from './services.ts'

/**
 * Runs `daymark migrate`: creates or updates the database roles, schemas and tables of the services. The Helm chart runs it before an
 * upgrade.
 */
export async function runMigrateCommand(args: string[]): Promise<void> {
  const definitions = await loadServices(args.length ? args : ['all'])
  for (const { service, done } of await migrate(definitions, processEnv()))
    console.log(`${service}: ${done.length ? done.join(', ') : 'up to date'}`)
}

/**
 * Runs `daymark secret changed`: sets the database passwords, which derive from DAYMARK_SECRET. Processes that still use the previous
 * secret can no longer connect.
 */
export async function runSecretCommand([subcommand]: string[]): Promise<void> {
  if (subcommand !== 'changed') throw new UsageError('Usage: daymark secret changed.')
  const { databaseUrl, secret: value } = loadConfig(PlatformConfig, processEnv())
  const servicesWithDatabase = (await loadServices(['all'])).filter(one => one.database !== false).map(one => one.name)
  await prepareRoles(databaseUrl, servicesWithDatabase, value, { isNewSecret: true })
  console.log('The database now uses this secret. Start every process with it.')
}

const NATS_USAGE = 'Usage: daymark nats config <folder> [services of one process, separated by commas] …'

/**
 * Runs `daymark nats config <folder>`: writes the keys of all processes and the configuration with which nats-server authenticates them
 * (docs/adr/0015). By default, each service is one process. Services that share a process are listed together: `config keys gateway,admin
 * identity,billing library media sharing`.
 */
export async function runNatsCommand([subcommand, folder, ...processes]: string[]): Promise<void> {
  if (subcommand !== 'config' || !folder) throw new UsageError(NATS_USAGE)
  const all = await loadServices(['all'])
  const definitions = await Promise.all((processes.length ? processes : serviceNames).map(word => loadServices([word])))
  const users = writeNatsConfig(folder, definitions, all)
  console.log(
    `${folder}: permissions.conf and keys.conf for nats-server, rpc.key for gateway and admin, rpc.pub for all,`,
  )
  console.log(`and one key for each of ${users.join(', ')} (.nk, for DAYMARK_NATS_NKEY_FILE).`)
}

/** Runs `daymark stripe setup`: creates missing products and prices, the portal configuration and the webhook endpoint at Stripe. */
export async function runStripeCommand(args: string[]): Promise<void> {
  if (args.join(' ') !== 'setup') throw new UsageError('Usage: daymark stripe setup.')
  const { setUpStripe } = await import('@daymark/billing')
  await setUpStripe(processEnv(), line => console.log(line))
}
