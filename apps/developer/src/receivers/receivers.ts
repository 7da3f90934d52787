import { Resolver } from 'node:dns/promises'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { errors } from '@daymark/contracts'
import { isPublicAddress, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import {
  type AllowedReceivers,
  ADDRESS_NOT_PUBLIC,
  type Receiver,
  parseReceiver,
  ReceiverRejected,
} from './receiver-url.ts'

export { type Receiver, ReceiverRejected } from './receiver-url.ts'

const QUERY_TIMEOUT_MS = 2000
const MAX_ADDRESSES = 16
type Address = { address: string; family: 4 | 6 }

/**
 * Validates the URLs of webhooks, to prevent SSRF. For each connection, a name is looked up once and all of its addresses are checked. The
 * connection uses one of these addresses (`pinnedLookup`), so a name that resolves to another address afterwards (DNS rebinding) has no
 * effect.
 */
@Injectable()
export class Receivers {
  private readonly allowed: AllowedReceivers
  private readonly dnsServers: string[]
  constructor({ webhookPrivateAddresses }: DeveloperConfig, { publicUrl, dnsServers }: PlatformConfig) {
    this.allowed = {
      allowsPrivate: webhookPrivateAddresses,
      installationUrl: publicUrl ? new URL(publicUrl) : undefined,
    }
    this.dnsServers = dnsServers
  }

  /** Throws INVALID_INPUT if the URL is not allowed. A name without a DNS record is accepted, because the record may be added later. */
  async validate(url: string): Promise<Receiver> {
    try {
      const receiver = parseReceiver(url, this.allowed)
      await this.findAddresses(receiver)
      return receiver
    } catch (error) {
      if (error instanceof ReceiverRejected)
        throw errors.INVALID_INPUT({ reason: `url cannot be used: ${error.message}.` })
      throw error
    }
  }

  /** Validates the URL again before each delivery, because settings and DNS may have changed. Throws ReceiverRejected. */
  async prepareConnection(url: string): Promise<{ receiver: Receiver; pinnedLookup: LookupFunction }> {
    const receiver = parseReceiver(url, this.allowed)
    const addresses = await this.findAddresses(receiver)
    if (!addresses.length) throw new ReceiverRejected(`${receiver.hostname} does not resolve to an IP address`)
    return { receiver, pinnedLookup: createPinnedLookup(addresses) }
  }

  /** Returns no addresses if the name does not exist. Throws ReceiverRejected if any of the addresses is not public. */
  private async findAddresses({ hostname }: Receiver): Promise<Address[]> {
    const family = isIP(hostname)
    if (family) return [{ address: hostname, family: family as 4 | 6 }]
    const addresses = await this.lookUp(hostname)
    if (!this.allowed.allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new ReceiverRejected(ADDRESS_NOT_PUBLIC)
    return addresses
  }

  /**
   * Queries name servers directly. A lookup by the operating system would occupy a thread and would also resolve names of the local
   * network.
   */
  private async lookUp(hostname: string): Promise<Address[]> {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
    if (this.dnsServers.length) resolver.setServers(this.dnsServers)
    const [ipv4, ipv6] = await Promise.all([
      resolver.resolve4(hostname).catch((): string[] => []),
      resolver.resolve6(hostname).catch((): string[] => []),
    ])
    const addresses = [...toAddresses(4, ipv4), ...toAddresses(6, ipv6)]
    return addresses.length || !this.allowed.allowsPrivate ? addresses : lookUpWithOperatingSystem(hostname)
  }
}

const toAddresses = (family: 4 | 6, addresses: string[]): Address[] =>
  addresses.slice(0, MAX_ADDRESSES).map(address => ({ address, family }))

/**
 * Looks a name up with the operating system, which also resolves localhost and the hosts file. Used only if private addresses are allowed.
 */
async function lookUpWithOperatingSystem(hostname: string): Promise<Address[]> {
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

const createPinnedLookup =
  (addresses: Address[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) return callback(null, addresses)
    callback(null, first?.address ?? '', first?.family)
  }
