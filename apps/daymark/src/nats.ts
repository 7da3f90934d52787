import { writeNatsConfig } from '@daymark/platform'
import { load, serviceNames, UsageError } from './services.ts'

const usage = 'Usage: daymark nats config <folder> [services of one process, separated by commas] …'

/**
 * `config <folder>` writes the configuration with which nats-server authenticates each process, and their keys (docs/adr/0015). The
 * default is one process per service; otherwise: `config keys gateway,admin identity,billing library media sharing`.
 */
export async function nats([verb, folder, ...processes]: string[]): Promise<void> {
  if (verb !== 'config' || !folder) throw new UsageError(usage)
  const all = await load(['all'])
  const definitions = await Promise.all((processes.length ? processes : serviceNames).map(word => load([word])))
  const users = writeNatsConfig(folder, definitions, all)
  console.log(
    `${folder}: permissions.conf and keys.conf for nats-server, rpc.key for gateway and admin, rpc.pub for all,`,
  )
  console.log(`and one key for each of ${users.join(', ')} (.nk, for DAYMARK_NATS_NKEY_FILE).`)
}
