import { anonymous, domains, normalizeHostName } from '@daymark/contracts'
import { ConcurrencyLimiter, PlatformConfig, RpcClient, type ServiceDefinition } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Caches } from '../cache/caches.ts'

/** The domain that a request was sent to. `ownerId` is null while its galleries are not available. */
export type CustomDomain = { host: string; ownerId: string | null }

const domainsOfRequests = new WeakMap<IncomingMessage, CustomDomain>()

/**
 * The custom domain of a request; undefined for a request to the installation itself. `resolveCustomDomain` sets it before anything else
 * handles the request.
 */
export const customDomainOf = (request: object): CustomDomain | undefined =>
  domainsOfRequests.get(request as IncomingMessage)

export function setCustomDomain(request: IncomingMessage, domain: CustomDomain): void {
  domainsOfRequests.set(request, domain)
}

/** Finds the custom domain of a host, and the host of an owner. */
@Injectable()
export class CustomDomains {
  private readonly ownHost: string | undefined
  private readonly limiter = new ConcurrencyLimiter(4, 500)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { publicUrl }: PlatformConfig,
  ) {
    this.ownHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.toLowerCase()
  }

  /** Whether the host cannot be a custom domain: the host of the public URL, an IP address, or a name without a dot. */
  isInstallationHost(host: string): boolean {
    return host === this.ownHost || isIP(host) > 0 || normalizeHostName(host) !== host
  }

  /** Undefined if the host is not and never was a custom domain. */
  async find(host: string, network: string): Promise<CustomDomain | undefined> {
    const load = async () => ({ host, ...(await this.rpc.call(domains.findHost, { host }, anonymous)) })
    const { state, ownerId } = await this.caches.hosts.get(host, () => this.limiter.run(network, load))
    return state === 'unknown' ? undefined : { host, ownerId: state === 'served' ? ownerId : null }
  }

  /** The custom domain to use in links of this owner. */
  async findHostOfOwner(ownerId: string): Promise<string | null> {
    const load = async () => ({ ownerId, ...(await this.rpc.call(domains.getHost, { ownerId }, anonymous)) })
    return (await this.caches.hostsOfOwners.get(ownerId, load)).host
  }
}

/**
 * `/domains/ask?domain=…` on the operations port: whether a proxy may request a certificate for a host (Caddy's on-demand TLS). The status
 * is 200 for a domain that is served, 404 for any other, and 503 if the sharing service is unavailable.
 */
export const certificateCheck: ServiceDefinition['ops'] = get => ({
  '/domains/ask': async query => {
    const host = query.get('domain') ?? ''
    if (normalizeHostName(host) !== host) return 404
    const domain = await get(CustomDomains)
      .find(host, 'operations')
      .catch(() => 'unknown' as const)
    if (domain === 'unknown') return 503
    return domain?.ownerId ? 200 : 404
  },
})

/** The URL to use in links: the custom domain of the owner, else the configured public URL, else the host of the request. */
@Injectable()
export class PublicUrls {
  private readonly publicUrl?: string

  constructor(
    { publicUrl }: PlatformConfig,
    private readonly domains: CustomDomains,
  ) {
    this.publicUrl = publicUrl?.replace(/\/+$/, '')
  }

  /**
   * The URL for links of an owner. While the custom domain of the owner cannot be looked up, this is the URL of the installation, where the
   * links also work.
   */
  async forOwner(ownerId: string, request: Request): Promise<string> {
    const host = await this.domains.findHostOfOwner(ownerId).catch(() => null)
    return host === null ? this.forRequest(request) : this.withHost(host, request)
  }

  forRequest(request: Request): string {
    const domain = customDomainOf(request)
    return domain ? this.withHost(domain.host, request) : (this.publicUrl ?? originOf(request))
  }

  /** `pageUrl`: URL of the requested host. `installationUrl`: URL of the installation if the host is a custom domain. */
  forPage(request: Request): { pageUrl: string; installationUrl: string | undefined } {
    return { pageUrl: this.forRequest(request), installationUrl: customDomainOf(request) && this.publicUrl }
  }

  /** The public URL with another host. */
  private withHost(host: string, request: Request): string {
    const url = new URL(this.publicUrl ?? originOf(request))
    url.hostname = host
    return url.origin
  }
}

const originOf = (request: Request): string => `${request.protocol}://${request.get('host') ?? request.hostname}`
