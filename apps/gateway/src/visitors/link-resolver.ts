import { anonymous, domains, errors, isSlug, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Caches } from '../cache/caches.ts'
import { customDomainOf } from '../custom-domains/custom-domains.ts'

type ResolvedName = Output<typeof sharing.resolveName>

/**
 * Resolves the address of a link (a token or a readable name) to its token. A token is returned without a call. On a custom domain only
 * links of its owner are accepted (docs/adr/0025-custom-domains.md), so every route with a link must use this class.
 */
@Injectable()
export class LinkResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Throws SHARE_UNAVAILABLE for an unknown name. An address that cannot be a name is returned as the token. */
  async resolveToken(linkAddress: string, request: Pick<Request, 'ip'>): Promise<string> {
    const resolvedName = await this.find(linkAddress, request)
    if (!resolvedName) await this.assertOnOwnDomain(linkAddress, request)
    return resolvedName?.token ?? linkAddress
  }

  /** The link with this name. Undefined if the address cannot be a name. Throws SHARE_UNAVAILABLE for an unknown name. */
  async find(linkAddress: string, request: Pick<Request, 'ip'>): Promise<ResolvedName | undefined> {
    const { ip = '' } = request
    const name = linkAddress.toLowerCase()
    if (!isSlug(name)) return undefined
    const load = () => this.rpc.call(sharing.resolveName, { name, address: ip }, anonymous)
    // The key contains the IP address, because the sharing service limits guesses per IP address: a blocked address must not receive a
    // cached result.
    const resolvedName = await this.caches.linkNames.get(`${ip} ${name}`, load)
    await this.assertOnOwnDomain(resolvedName.token, request)
    return resolvedName
  }

  /**
   * The owner of an active or ended link; on a custom domain, the owner of the domain. Throws SHARE_UNAVAILABLE if the link never existed.
   */
  async ownerOf(linkAddress: string, request: Pick<Request, 'ip'>): Promise<string> {
    const domain = customDomainOf(request)
    if (domain?.ownerId) return domain.ownerId
    const resolvedName = await this.find(linkAddress, request)
    return this.ownerOfToken(resolvedName?.token ?? linkAddress)
  }

  private async assertOnOwnDomain(token: string, request: Pick<Request, 'ip'>): Promise<void> {
    const domain = customDomainOf(request)
    if (domain && (await this.ownerOfToken(token)) !== domain.ownerId) throw errors.SHARE_UNAVAILABLE()
  }

  private async ownerOfToken(token: string): Promise<string> {
    const load = () => this.rpc.call(domains.findLinkOwner, { token }, anonymous)
    return (await this.caches.linkOwners.get(token, load)).ownerId
  }
}
