import { anonymous, domains, errors, isSlug, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Caches } from '../cache/caches.ts'
import { guestOf } from '../custom-domains/custom-domains.ts'

type Named = Output<typeof sharing.resolveName>

/**
 * What stands in the place of a token may be a readable address. Everything behind this knows tokens only, and a token costs
 * nothing here. On a custom domain only links of its owner get through (adr/0025): every address of a link goes this way.
 */
@Injectable()
export class LinkAddresses {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** SHARE_UNAVAILABLE for a name that leads nowhere. What can be no name is left to whoever looks for a token. */
  async token(address: string, request: Pick<Request, 'ip'>): Promise<string> {
    const found = await this.find(address, request)
    if (!found) await this.assertHosted(address, request)
    return found?.token ?? address
  }

  /** Undefined where it is no name. */
  async find(address: string, request: Pick<Request, 'ip'>): Promise<Named | undefined> {
    const { ip = '' } = request
    const name = address.toLowerCase()
    if (!isSlug(name)) return undefined
    const load = () => this.rpc.call(sharing.resolveName, { name, address: ip }, anonymous)
    // By address: sharing limits the guesses of each, and one that is refused must not receive the answer of another.
    const found = await this.caches.linkNames.get(`${ip} ${name}`, load)
    await this.assertHosted(found.token, request)
    return found
  }

  /** Whose link it is, dead or alive; on a custom domain always its owner. SHARE_UNAVAILABLE where there never was one. */
  async ownerOf(address: string, request: Pick<Request, 'ip'>): Promise<string> {
    const guest = guestOf(request)
    if (guest?.ownerId) return guest.ownerId
    const found = await this.find(address, request)
    return this.ownerOfToken(found?.token ?? address)
  }

  private async assertHosted(token: string, request: Pick<Request, 'ip'>): Promise<void> {
    const guest = guestOf(request)
    if (guest && (await this.ownerOfToken(token)) !== guest.ownerId) throw errors.SHARE_UNAVAILABLE()
  }

  private async ownerOfToken(token: string): Promise<string> {
    const load = () => this.rpc.call(domains.findLinkOwner, { token }, anonymous)
    return (await this.caches.linkOwners.get(token, load)).ownerId
  }
}
