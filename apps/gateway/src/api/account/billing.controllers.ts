import {
  type Actor,
  anonymous,
  type RouteInput,
  billing,
  developer,
  entitlementOf,
  errors,
  type http,
  identity,
  library,
  lowestTierWith,
  routes,
  sharing,
  type SubscriptionView,
  type Tier,
} from '@daymark/contracts'
import { Clock, tryWithin, RpcClient } from '@daymark/platform'
import { Controller, Injectable, Req } from '@nestjs/common'
import type { Request } from 'express'
import { Caches } from '../../cache/caches.ts'
import { OPTIONAL_TIMEOUT_MS } from '../../config.ts'
import { PublicUrls } from '../../custom-domains/custom-domains.ts'
import { presentInvoice, presentSubscription } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { SessionLookup } from '../../session/sessions.ts'

/** The lowest plan that includes the public API, a setting of the developer service. */
@Injectable()
export class ApiTier {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /**
   * While the developer service is unavailable, returns the last known value. Without one, returns the default: the lowest plan with API
   * access.
   */
  async get(): Promise<Tier> {
    const { apiTier } = this.caches
    const load = async () => (await this.rpc.call(developer.getApiTier, {}, anonymous)).tier
    const tier = await tryWithin(apiTier.get('', load), OPTIONAL_TIMEOUT_MS)
    return tier ?? apiTier.lastValue('') ?? lowestTierWith('api_access')
  }
}

/** The caller's subscription. After a change, `getAfterChange` waits until all services that enforce limits have applied it (S-SUB-18). */
@Injectable()
export class CurrentPlan {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly clock: Clock,
    private readonly apiTier: ApiTier,
  ) {}

  async get(actor: Actor): Promise<http.Subscription> {
    const [subscription, usage, apiTier] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
      this.apiTier.get(),
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

  async getAfterChange(subscription: SubscriptionView, actor: Actor): Promise<http.Subscription> {
    await this.awaitVersion(subscription, actor)
    return this.get(actor)
  }
}

/** Plan and payments. Users enter card numbers only on pages of the payment provider. */
@Controller()
export class BillingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly currentPlan: CurrentPlan,
    private readonly clock: Clock,
    private readonly urls: PublicUrls,
  ) {}

  @Serves(routes.getSubscription)
  getSubscription(_: unknown, { actor }: Caller) {
    return this.currentPlan.get(actor)
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

  /** Responds when all services that enforce limits have applied the change. */
  @Serves(routes.updateTier)
  async updateTier({ body: { tier } }: RouteInput<typeof routes.updateTier>, { actor }: Caller) {
    return this.currentPlan.getAfterChange(await this.rpc.call(billing.updateTier, { tier }, actor), actor)
  }

  /** If the plan changes, all services that enforce limits have applied it before the response. */
  @Serves(routes.startCheckout)
  async startCheckout(
    { body: { tier } }: RouteInput<typeof routes.startCheckout>,
    caller: Caller,
    @Req() request: Request,
  ) {
    const { actor } = caller
    const { changed, ...checkout } = await this.rpc.call(
      billing.checkout,
      { tier, ...this.toCustomerInput(caller, request) },
      actor,
    )
    if (changed !== null) await this.currentPlan.awaitVersion({ userId: actor.userId, version: changed }, actor)
    return { ...checkout, changed: changed !== null }
  }

  @Serves(routes.openPortal)
  openPortal(_: unknown, caller: Caller, @Req() request: Request) {
    return this.rpc.call(billing.openPortal, this.toCustomerInput(caller, request), caller.actor)
  }

  @Serves(routes.cancelSubscription)
  async cancel(_: unknown, { actor }: Caller) {
    return this.currentPlan.getAfterChange(await this.rpc.call(billing.setCancel, { cancel: true }, actor), actor)
  }

  @Serves(routes.reactivateSubscription)
  async reactivate(_: unknown, { actor }: Caller) {
    return this.currentPlan.getAfterChange(await this.rpc.call(billing.setCancel, { cancel: false }, actor), actor)
  }

  @Serves(routes.refreshSubscription)
  async refresh(_: unknown, { actor }: Caller) {
    return this.currentPlan.getAfterChange(await this.rpc.call(billing.refresh, {}, actor), actor)
  }

  @Serves(routes.listInvoices)
  async listInvoices(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(billing.listInvoices, {}, actor)).invoices.map(presentInvoice)
  }

  @Serves(routes.receiveStripeEvent)
  async receiveStripeEvent(_: unknown, __: Caller, @Req() request: Request) {
    const body: unknown = request.body
    if (!Buffer.isBuffer(body)) throw errors.WEBHOOK_REFUSED({ reason: 'the body is empty' })
    const signature = request.get('stripe-signature') ?? ''
    await this.rpc.call(billing.receiveEvent, { payload: body.toString(), signature }, anonymous)
    return successBody('The event was received.')
  }

  private toCustomerInput(caller: Caller, request: Request) {
    return { email: sessionOf(caller).user.email, site: this.urls.forRequest(request) }
  }
}
