import {
  type Actor,
  billing,
  developer,
  type http,
  identity,
  library,
  sharing,
  type SubscriptionView,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ApiTier } from '../../api-tokens/api-tier.ts'
import { presentSubscription } from '../../presenters/account.ts'
import { Sessions } from '../../session/sessions.ts'

/** The caller's subscription. After a change it waits until all services that enforce limits have applied it (S-SUB-18). */
@Injectable()
export class CurrentPlan {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly apiTier: ApiTier,
  ) {}

  async current(actor: Actor): Promise<http.Subscription> {
    const [subscription, usage, apiTier] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
      this.apiTier.current(),
    ])
    return presentSubscription(subscription, { used: usage.totalStorage, apiTier, now: this.clock.now() })
  }

  /** Resolves when all services that enforce limits have applied this version of the subscription. */
  async awaitVersion({ userId, version }: Pick<SubscriptionView, 'userId' | 'version'>, actor: Actor): Promise<void> {
    await Promise.all([
      this.rpc.call(library.awaitPlan, { userId, version }, actor),
      this.rpc.call(identity.awaitPlan, { userId, version }, actor),
      this.rpc.call(sharing.awaitPlan, { userId, version }, actor),
      this.rpc.call(developer.awaitPlan, { userId, version }, actor),
    ])
    this.sessions.dropUser(userId)
  }

  async afterChange(subscription: SubscriptionView, actor: Actor): Promise<http.Subscription> {
    await this.awaitVersion(subscription, actor)
    return this.current(actor)
  }
}
