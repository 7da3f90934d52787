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
 * Validates the addresses of webhooks (SSRF). A name is looked up once for each connection, and all of its addresses are checked.
 * The connection uses one of these addresses (`pinned`), so a name that changes in between (DNS rebinding) has no effect.
 */
@Injectable()
export class Receivers {
  private readonly allowed: Allowed
  private readonly servers: string[]
  constructor({ webhookPrivateAddresses }: DeveloperConfig, { publicUrl, dnsServers }: PlatformConfig) {
    this.allowed = { private: webhookPrivateAddresses, own: publicUrl ? new URL(publicUrl) : undefined }
    this.servers = dnsServers
  }

  /** INVALID_INPUT. A name without a DNS record is accepted, because the record may be added later. */
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

  /** Called before each delivery, because settings and DNS change. Throws Refused. */
  async connectable(url: string): Promise<{ receiver: Receiver; pinned: LookupFunction }> {
    const receiver = receiverOf(url, this.allowed)
    const addresses = await this.addresses(receiver)
    if (!addresses.length) throw new Refused(`${receiver.hostname} does not resolve to an IP address`)
    return { receiver, pinned: pinnedTo(addresses) }
  }

  /** Empty if the name does not exist. One address that is not public rejects all. */
  private async addresses({ hostname }: Receiver): Promise<Address[]> {
    const family = isIP(hostname)
    if (family) return [{ address: hostname, family: family as 4 | 6 }]
    const addresses = await this.lookUp(hostname)
    if (!this.allowed.private && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new Refused(NOT_PUBLIC)
    return addresses
  }

  /**
   * Queries name servers instead of the operating system, whose lookup occupies a thread and resolves names of the local network.
   */
  private async lookUp(hostname: string): Promise<Address[]> {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
    if (this.servers.length) resolver.setServers(this.servers)
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch((): string[] => []),
      resolver.resolve6(hostname).catch((): string[] => []),
    ])
    const addresses = [...withFamily(4, v4), ...withFamily(6, v6)]
    return addresses.length || !this.allowed.private ? addresses : ofThisMachine(hostname)
  }
}

const withFamily = (family: 4 | 6, addresses: string[]): Address[] =>
  addresses.slice(0, MOST_ADDRESSES).map(address => ({ address, family }))

/** Also resolves localhost and the hosts file, where private receivers are allowed. */
async function ofThisMachine(hostname: string): Promise<Address[]> {
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) return callback(null, addresses)
    callback(null, first?.address ?? '', first?.family)
  }
