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

/** The caller's subscription as the outside sees it, and the wait for everybody who enforces its limits (S-SUB-18). */
@Injectable()
export class PlansInForce {
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

  /** Answers when everybody who enforces limits knows of this version. */
  async awaitVersion({ userId, version }: Pick<SubscriptionView, 'userId' | 'version'>, actor: Actor): Promise<void> {
    await Promise.all([
      this.rpc.call(library.awaitPlan, { userId, version }, actor),
      this.rpc.call(identity.awaitPlan, { userId, version }, actor),
      this.rpc.call(sharing.awaitPlan, { userId, version }, actor),
      this.rpc.call(developer.awaitPlan, { userId, version }, actor),
    ])
    this.sessions.dropUser(userId)
  }

  async changedTo(subscription: SubscriptionView, actor: Actor): Promise<http.Subscription> {
    await this.awaitVersion(subscription, actor)
    return this.current(actor)
  }
}
