import { Resolver } from 'node:dns/promises'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { errors } from '@daymark/contracts'
import { isPublicAddress, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { type Allowed, NOT_PUBLIC, type Receiver, receiverOf, Refused } from './receiver-url.ts'

export { type Receiver, Refused } from './receiver-url.ts'

const QUERY_MS = 2000
const MOST_ADDRESSES = 16
type Address = { address: string; family: 4 | 6 }

/**
 * Where webhooks may go (SSRF). A name is looked up once for each connection, every address that it has is checked, and the
 * connection is made to one of these: `pinned` gives them to it, so a name that changes in between (DNS rebinding) changes nothing.
 */
@Injectable()
export class Receivers {
  private readonly allowed: Allowed
  private readonly servers: string[]
  constructor({ webhookPrivateAddresses }: DeveloperConfig, { publicUrl, dnsServers }: PlatformConfig) {
    this.allowed = { private: webhookPrivateAddresses, own: publicUrl ? new URL(publicUrl) : undefined }
    this.servers = dnsServers
  }

  /** INVALID_INPUT. A name that is not there yet is taken: it may come. */
  async accept(url: string): Promise<Receiver> {
    try {
      const receiver = receiverOf(url, this.allowed)
      await this.addresses(receiver)
      return receiver
    } catch (error) {
      if (error instanceof Refused) throw errors.INVALID_INPUT({ reason: `url cannot be used: ${error.message}.` })
      throw error
    }
  }

  /** Checked again before each delivery: settings change. Refused. */
  async connectable(url: string): Promise<{ receiver: Receiver; pinned: LookupFunction }> {
    const receiver = receiverOf(url, this.allowed)
    const addresses = await this.addresses(receiver)
    if (!addresses.length) throw new Refused(`there is no address of ${receiver.hostname}`)
    return { receiver, pinned: pinnedTo(addresses) }
  }

  /** Empty if the name does not exist. A single address that is not public rejects all. */
  private async addresses({ hostname }: Receiver): Promise<Address[]> {
    const family = isIP(hostname)
    if (family) return [{ address: hostname, family: family as 4 | 6 }]
    const found = await this.lookUp(hostname)
    if (!this.allowed.private && !found.every(({ address }) => isPublicAddress(address))) throw new Refused(NOT_PUBLIC)
    return found
  }

  /** Name servers are asked, not the machine: its way to look up takes a thread, and knows names of the network around it. */
  private async lookUp(hostname: string): Promise<Address[]> {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
    if (this.servers.length) resolver.setServers(this.servers)
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch((): string[] => []),
      resolver.resolve6(hostname).catch((): string[] => []),
    ])
    const found = [...of(4, v4), ...of(6, v6)]
    return found.length || !this.allowed.private ? found : ofThisMachine(hostname)
  }
}

const of = (family: 4 | 6, addresses: string[]): Address[] =>
  addresses.slice(0, MOST_ADDRESSES).map(address => ({ address, family }))

/** Names such as localhost and those of a hosts file, where private addresses are wanted. */
async function ofThisMachine(hostname: string): Promise<Address[]> {
  const found = await lookup(hostname, { all: true }).catch(() => [])
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_hostname, { all }, done) => {
    const [first] = addresses
    if (all) return done(null, addresses)
    done(null, first?.address ?? '', first?.family)
  }
