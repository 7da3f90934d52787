import { anonymous, type Asked, billing, entitlementOf, errors, library, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { PublicUrls } from '../../custom-domains/public-urls.ts'
import { presentInvoice } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { CurrentPlan } from './current-plan.ts'

@Controller()
export class SubscriptionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: CurrentPlan,
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

  /** Responds when all services that enforce limits have applied the change. */
  @Serves(routes.updateTier)
  async updateTier({ body: { tier } }: Asked<typeof routes.updateTier>, { actor }: Caller) {
    return this.plans.afterChange(await this.rpc.call(billing.updateTier, { tier }, actor), actor)
  }
}

/** Payments. Users enter card numbers on pages of the payment provider only. */
@Controller()
export class BillingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: CurrentPlan,
    private readonly urls: PublicUrls,
  ) {}

  /** If the plan changes, all services that enforce limits have applied it before the response. */
  @Serves(routes.startCheckout)
  async checkout({ body: { tier } }: Asked<typeof routes.startCheckout>, caller: Caller, @Req() request: Request) {
    const { actor } = caller
    const { changed, ...answer } = await this.rpc.call(
      billing.checkout,
      { tier, ...this.customer(caller, request) },
      actor,
    )
    if (changed !== null) await this.plans.awaitVersion({ userId: actor.userId, version: changed }, actor)
    return { ...answer, changed: changed !== null }
  }

  @Serves(routes.openPortal)
  openPortal(_: unknown, caller: Caller, @Req() request: Request) {
    return this.rpc.call(billing.openPortal, this.customer(caller, request), caller.actor)
  }

  @Serves(routes.cancelSubscription)
  async cancel(_: unknown, { actor }: Caller) {
    return this.plans.afterChange(await this.rpc.call(billing.setCancel, { cancel: true }, actor), actor)
  }

  @Serves(routes.reactivateSubscription)
  async reactivate(_: unknown, { actor }: Caller) {
    return this.plans.afterChange(await this.rpc.call(billing.setCancel, { cancel: false }, actor), actor)
  }

  @Serves(routes.refreshSubscription)
  async refresh(_: unknown, { actor }: Caller) {
    return this.plans.afterChange(await this.rpc.call(billing.refresh, {}, actor), actor)
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
    return successBody('Noted.')
  }

  private customer(caller: Caller, request: Request) {
    return { email: sessionOf(caller).user.email, site: this.urls.forRequest(request) }
  }
}
