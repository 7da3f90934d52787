import { anonymous, domains, hostName } from '@daymark/contracts'
import { Gate, PlatformConfig, RpcClient, type ServiceDefinition } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Caches } from '../cache/caches.ts'

/** A request to a custom domain. `ownerId` null: whose galleries are not there at the moment. */
export type Guest = { host: string; ownerId: string | null }

const guests = new WeakMap<IncomingMessage, Guest>()

/** Undefined: a request to the installation itself. Told by the first thing that sees a request (edge/hosts-first.ts). */
export const guestOf = (request: object): Guest | undefined => guests.get(request as IncomingMessage)

export function receive(request: IncomingMessage, guest: Guest): void {
  guests.set(request, guest)
}

/** Calls at once, and how many more wait; networks take turns. */
const ASKING = { width: 4, waiting: 500 }

/** Which hosts are custom domains. */
@Injectable()
export class CustomHosts {
  private readonly site: string | undefined
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)

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
    const { state, ownerId } = await this.caches.hosts.get(host, () => this.gate.pass(network, load))
    return state === 'unknown' ? undefined : { host, ownerId: state === 'served' ? ownerId : null }
  }

  /** The domain that links of an owner name. */
  async ofOwner(ownerId: string): Promise<string | null> {
    const load = async () => ({ ownerId, ...(await this.rpc.call(domains.getHost, { ownerId }, anonymous)) })
    return (await this.caches.hostsOfOwners.get(ownerId, load)).host
  }
}

/**
 * `/domains/ask?domain=…` of the operations port: whether a proxy may get a certificate for a host (Caddy's on-demand TLS). 200 for one
 * that is served, 404 for every other, 503 where nobody knows.
 */
export const askAboutDomains: ServiceDefinition['ops'] = get => ({
  '/domains/ask': async query => {
    const asked = query.get('domain') ?? ''
    if (hostName(asked) !== asked) return 404
    const guest = await get(CustomHosts)
      .find(asked, 'operations')
      .catch(() => 'unknown' as const)
    if (guest === 'unknown') return 503
    return guest?.ownerId ? 200 : 404
  },
})
