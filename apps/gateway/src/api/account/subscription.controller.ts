import { type Asked, billing, entitlementOf, library, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { PlansInForce } from './plans-in-force.ts'

@Controller()
export class SubscriptionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: PlansInForce,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getSubscription)
  get(_: unknown, { actor }: Caller) {
    return this.plans.current(actor)
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
  async updateTier({ body: { tier } }: Asked<typeof routes.updateTier>, { actor }: Caller) {
    return this.plans.changedTo(await this.rpc.call(billing.updateTier, { tier }, actor), actor)
  }
}
