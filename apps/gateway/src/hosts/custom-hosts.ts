import { isIP } from 'node:net'
import { anonymous, domains, hostName } from '@daymark/contracts'
import { ConcurrencyLimiter, PlatformConfig, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import type { Guest } from './guests.ts'

/** Calls at once, and how many more wait; networks take turns. */
const ASKING = { width: 4, waiting: 500 }

/** Which hosts are custom domains. */
@Injectable()
export class CustomHosts {
  private readonly site: string | undefined
  private readonly gate = new ConcurrencyLimiter(ASKING.width, ASKING.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { publicUrl }: PlatformConfig,
  ) {
    this.site = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.toLowerCase()
  }

  /** What can be nobody's domain is not asked for: the address of the product, addresses of machines, names without a dot. */
  isOwn(host: string): boolean {
    return host === this.site || isIP(host) > 0 || hostName(host) !== host
  }

  /** Undefined: not a custom domain, and it never was one. */
  async find(host: string, network: string): Promise<Guest | undefined> {
    const load = async () => ({ host, ...(await this.rpc.call(domains.findHost, { host }, anonymous)) })
    const { state, ownerId } = await this.caches.hosts.get(host, () => this.gate.run(network, load))
    return state === 'unknown' ? undefined : { host, ownerId: state === 'served' ? ownerId : null }
  }

  /** The domain that links of an owner name. */
  async ofOwner(ownerId: string): Promise<string | null> {
    const load = async () => ({ ownerId, ...(await this.rpc.call(domains.getHost, { ownerId }, anonymous)) })
    return (await this.caches.hostsOfOwners.get(ownerId, load)).host
  }
}
