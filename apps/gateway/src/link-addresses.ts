import { anonymous, isSlug, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { ShortCache } from './kept/short-cache.ts'

type Named = Output<typeof sharing.resolveName>

/** As long as any answer about a link may be old (rule 33). */
const REMEMBERED_MS = 400
const MAX_ENTRIES = 10_000

/**
 * What stands in the place of a token may be a readable address. Everything behind this knows tokens only, and a token costs
 * nothing here.
 */
@Injectable()
export class LinkAddresses {
  private readonly rpc: RpcClient
  private readonly known = new ShortCache<Named>({
    ttlMs: REMEMBERED_MS,
    max: MAX_ENTRIES,
    groups: ({ linkId }) => [`link:${linkId}`],
  })

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** SHARE_UNAVAILABLE for a name that leads nowhere. What can be no name is left to whoever looks for a token. */
  async token(address: string, request: Pick<Request, 'ip'>): Promise<string> {
    return (await this.find(address, request))?.token ?? address
  }

  /** Undefined where it is no name. */
  async find(address: string, { ip = '' }: Pick<Request, 'ip'>): Promise<Named | undefined> {
    const name = address.toLowerCase()
    if (!isSlug(name)) return undefined
    // per network: who is refused must not hear what others were answered
    const key = `${ip} ${name}`
    return this.known.get(key, () => this.rpc.call(sharing.resolveName, { name, address: ip }, anonymous))
  }

  dropLink(linkId: string): void {
    this.known.drop(`link:${linkId}`)
  }
}
