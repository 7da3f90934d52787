import { isIP } from 'node:net'
import { anonymous, domains, hostName, type Output } from '@daymark/contracts'
import { Gate, PlatformConfig, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import { ShortCache } from '../kept/short-cache.ts'
import type { Guest } from './guests.ts'

type Known = Output<typeof domains.findHost> & { host: string }
type Named = { ownerId: string; host: string | null }

/** A domain that is removed or no longer paid for is closed within a second, also when the event is lost. */
const KEPT_MS = 400
/** A host that goes on being asked for does not wait: it is looked up again before this is over. */
const RENEWED_MS = 200
const MOST = 10_000
/** Questions at once, and how many more wait; each network has its turn. */
const ASKING = { width: 4, waiting: 500 }

/** Which hosts are somebody's own: asked of sharing, remembered for a moment, dropped by event. */
@Injectable()
export class CustomHosts {
  private readonly site: string | undefined
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly hosts = new ShortCache<Known>({
    ttlMs: KEPT_MS,
    max: MOST,
    groups: ({ host, ownerId }) => [`host:${host}`, `owner:${ownerId}`],
  })
  private readonly owners = new ShortCache<Named>({
    ttlMs: KEPT_MS,
    max: MOST,
    groups: ({ ownerId }) => [`owner:${ownerId}`],
  })
  /** While sharing is away: better an old answer than the application on somebody's domain. */
  private readonly last = new LRUCache<string, Known>({ max: MOST })

  constructor(
    private readonly rpc: RpcClient,
    { publicUrl }: PlatformConfig,
  ) {
    this.site = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.toLowerCase()
  }

  /** What can be nobody's domain is not asked for: the address of the product, addresses of machines, names without a dot. */
  isOwn(host: string): boolean {
    return host === this.site || isIP(host) > 0 || hostName(host) !== host
  }

  /** Undefined: nobody's, and it never was. */
  async find(host: string, network: string): Promise<Guest | undefined> {
    const ask = () => this.gate.pass(network, () => this.ask(host))
    this.hosts.renew(host, RENEWED_MS, ask)
    const { state, ownerId } = await this.hosts.get(host, ask).catch(error => this.known(host, error))
    return state === 'unknown' ? undefined : { host, ownerId: state === 'served' ? ownerId : null }
  }

  /** The domain that links of an owner name. */
  async ofOwner(ownerId: string): Promise<string | null> {
    const ask = async () => ({ ownerId, ...(await this.rpc.call(domains.getHost, { ownerId }, anonymous)) })
    return (await this.owners.get(ownerId, ask)).host
  }

  drop(ownerId: string, hosts: string[] = []): void {
    this.owners.drop(`owner:${ownerId}`)
    this.hosts.drop(`owner:${ownerId}`)
    for (const host of hosts) this.hosts.drop(`host:${host}`)
  }

  private async ask(host: string): Promise<Known> {
    const known = { host, ...(await this.rpc.call(domains.findHost, { host }, anonymous)) }
    this.last.set(host, known)
    return known
  }

  private known(host: string, error: unknown): Known {
    const last = this.last.get(host)
    if (!last) throw error
    return last
  }
}
