import { anonymous, identity } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { OPTIONAL_TIMEOUT_MS } from '../../config.ts'

type PhotographerName = { displayName: string | null }

/** Names of photographers in galleries. While the identity service is unavailable, a gallery shows the last known name, or none. */
@Injectable()
export class PhotographerNames {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Null if the owner has no name, or if the identity service is unavailable and no name is cached. */
  async of(ownerId: string): Promise<string | null> {
    const { photographers, photographerAttempts } = this.caches
    const known = photographers.peek(ownerId) ?? (await photographerAttempts.get(ownerId, () => this.load(ownerId)))
    return known.displayName
  }

  private async load(userId: string): Promise<PhotographerName> {
    const { photographers } = this.caches
    const load = () => this.rpc.call(identity.getDisplayName, { userId }, anonymous)
    const found = await optionalWithin(photographers.get(userId, load), OPTIONAL_TIMEOUT_MS)
    return found ?? photographers.stale(userId) ?? { displayName: null }
  }
}
