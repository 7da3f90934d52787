import { anonymous, type GalleryView, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ShortCache } from '../../kept/short-cache.ts'

type Named = { displayName: string | null }

/** Names of the people whose galleries are looked at. A gallery opens without one when identity is away. */
@Injectable()
export class Photographers {
  private readonly names = new ShortCache<Named>({ ttlMs: 60_000, max: 1000, groups: () => [] })
  private readonly rpc: RpcClient

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** null: the owner has none, or this link does not show it. */
  async of({ ownerId, link }: GalleryView): Promise<string | null> {
    if (!link.showName) return null
    const ask = () => this.rpc.call(identity.getDisplayName, { userId: ownerId }, anonymous)
    return this.names.get(ownerId, ask).then(({ displayName }) => displayName, nameless)
  }
}

const nameless = (): null => null
