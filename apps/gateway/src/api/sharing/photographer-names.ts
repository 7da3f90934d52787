import { anonymous, identity } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { GatewayConfig } from '../../config.ts'

type Named = { displayName: string | null }

/** Names of photographers in their galleries. While identity is away a gallery opens with the last known name, or without one. */
@Injectable()
export class Photographers {
  private readonly patienceMs: number

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** null: the owner has none, or it is unknown at the moment. */
  async of(ownerId: string): Promise<string | null> {
    const { photographers, photographerAttempts } = this.caches
    const known = photographers.peek(ownerId) ?? (await photographerAttempts.get(ownerId, () => this.ask(ownerId)))
    return known.displayName
  }

  private async ask(userId: string): Promise<Named> {
    const { photographers } = this.caches
    const load = () => this.rpc.call(identity.getDisplayName, { userId }, anonymous)
    const found = await optionalWithin(photographers.get(userId, load), this.patienceMs)
    return found ?? photographers.stale(userId) ?? { displayName: null }
  }
}
