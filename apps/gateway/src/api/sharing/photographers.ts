import { anonymous, identity } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import { GatewayConfig } from '../../config.ts'
import { ShortCache } from '../../kept/short-cache.ts'

type Named = { displayName: string | null }

const MOST = 1000
/** A new name is seen this much later at most. */
const KEPT_MS = 60_000
/** So long nobody asks again where there was none to be had. */
const AWAY_MS = 3000

/** Names of the people whose galleries are looked at. A gallery opens without one, or with the last that is known, when identity is away. */
@Injectable()
export class Photographers {
  private readonly names = new ShortCache<Named>({ ttlMs: KEPT_MS, max: MOST, groups: () => [] })
  private readonly tries = new ShortCache<Named>({ ttlMs: AWAY_MS, max: MOST, groups: () => [] })
  private readonly last = new LRUCache<string, Named>({ max: MOST })
  private readonly patienceMs: number

  constructor(
    private readonly rpc: RpcClient,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** null: the owner has none, or nobody knows it at the moment. */
  async of(ownerId: string): Promise<string | null> {
    const known = this.names.peek(ownerId) ?? (await this.tries.get(ownerId, () => this.ask(ownerId)))
    return known.displayName
  }

  private async ask(userId: string): Promise<Named> {
    const call = () => this.rpc.call(identity.getDisplayName, { userId }, anonymous)
    const found = await optionalWithin(this.names.get(userId, call), this.patienceMs)
    if (found) this.last.set(userId, found)
    return found ?? this.last.get(userId) ?? { displayName: null }
  }
}
