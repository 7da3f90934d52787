import { type Asked, billing, entitlementOf, identity, library, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentSubscription } from '../../presenters/subscription.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

@Controller()
export class SubscriptionController {
  private readonly rpc: RpcClient
  private readonly sessions: Sessions
  private readonly clock: Clock

  constructor(rpc: RpcClient, sessions: Sessions, clock: Clock) {
    this.rpc = rpc
    this.sessions = sessions
    this.clock = clock
  }

  @Serves(routes.getSubscription)
  async get(_: unknown, { actor }: Caller) {
    const [subscription, usage] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
    ])
    return presentSubscription(subscription, usage.totalStorage, this.clock.now())
  }

  @Serves(routes.getSubscriptionConfig)
  getConfig(_: unknown, { actor }: Caller) {
    return this.rpc.call(billing.getConfig, {}, actor)
  }

  @Serves(routes.getSubscriptionUsage)
  async getUsage(_: unknown, { actor }: Caller) {
    const [subscription, usage, links] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
      this.rpc.call(sharing.countLinks, {}, actor),
    ])
    const { albumLimit } = entitlementOf(subscription, this.clock.now())
    return {
      images: { count: usage.totalPhotos },
      albums: { count: usage.totalAlbums, limit: albumLimit },
      shares: { count: links.total },
    }
  }

  /** Answers when everybody who enforces limits knows of the change. */
  @Serves(routes.updateTier)
  async updateTier({ body: { tier } }: Asked<typeof routes.updateTier>, caller: Caller) {
    const { actor } = caller
    const { userId, version } = await this.rpc.call(billing.updateTier, { tier }, actor)
    await Promise.all([
      this.rpc.call(library.awaitPlan, { userId, version }, actor),
      this.rpc.call(identity.awaitPlan, { userId, version }, actor),
    ])
    this.sessions.dropUser(userId)
    return this.get(undefined, caller)
  }
}
