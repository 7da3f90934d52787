import { writeNatsConfig } from '@daymark/platform'
import { load, serviceNames, UsageError } from './services.ts'

const usage = 'Usage: daymark nats config <folder> [services of one process, separated by commas] …'

/**
 * `config <folder>` writes what nats-server needs to know each process, and the key of each (docs/adr/0015). A process per service
 * unless said otherwise: `config keys gateway,admin identity,billing library media sharing`.
 */
export async function nats([verb, folder, ...processes]: string[]): Promise<void> {
  if (verb !== 'config' || !folder) throw new UsageError(usage)
  const all = await load(['all'])
  const together = await Promise.all((processes.length ? processes : serviceNames).map(word => load([word])))
  const users = writeNatsConfig(folder, together, all)
  console.log(
    `${folder}: permissions.conf and keys.conf for nats-server, rpc.key for gateway and admin, rpc.pub for all,`,
  )
  console.log(`and one key for each of ${users.join(', ')} (.nk, for DAYMARK_NATS_NKEY_FILE).`)
}
