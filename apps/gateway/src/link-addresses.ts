import { anonymous, domains, errors, isSlug, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { guestOf } from './hosts/guests.ts'
import { ShortCache } from './kept/short-cache.ts'

type Named = Output<typeof sharing.resolveName>
type Owned = Output<typeof domains.findLinkOwner>

/** As long as any answer about a link may be old (rule 33). */
const REMEMBERED_MS = 400
const MAX_ENTRIES = 10_000
/** Whose a link is never changes; that she is suspended is told. */
const OWNER_MS = 60_000

/**
 * What stands in the place of a token may be a readable address. Everything behind this knows tokens only, and a token costs
 * nothing here. On a custom domain only links of its owner get through (adr/0025): every address of a link goes this way.
 */
@Injectable()
export class LinkAddresses {
  private readonly known = new ShortCache<Named>({
    ttlMs: REMEMBERED_MS,
    max: MAX_ENTRIES,
    groups: ({ linkId }) => [`link:${linkId}`],
  })
  private readonly owners = new ShortCache<Owned>({
    ttlMs: OWNER_MS,
    max: MAX_ENTRIES,
    groups: found => [found.ownerId],
  })

  constructor(private readonly rpc: RpcClient) {}

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
    // per network: who is refused must not hear what others were answered
    const key = `${ip} ${name}`
    const found = await this.known.get(key, () => this.rpc.call(sharing.resolveName, { name, address: ip }, anonymous))
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

  /** Names are remembered for a moment only. */
  dropOwner(ownerId: string): void {
    this.owners.drop(ownerId)
  }
  dropLink(linkId: string): void {
    this.known.drop(`link:${linkId}`)
  }

  private async assertHosted(token: string, request: Pick<Request, 'ip'>): Promise<void> {
    const guest = guestOf(request)
    if (guest && (await this.ownerOfToken(token)) !== guest.ownerId) throw errors.SHARE_UNAVAILABLE()
  }

  private async ownerOfToken(token: string): Promise<string> {
    const ask = () => this.rpc.call(domains.findLinkOwner, { token }, anonymous)
    return (await this.owners.get(token, ask)).ownerId
  }
}
