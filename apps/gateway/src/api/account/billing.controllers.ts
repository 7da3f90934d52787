import { anonymous, type Asked, billing, entitlementOf, errors, library, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { Site } from '../../custom-domains/public-urls.ts'
import { presentInvoice } from '../../presenters/account.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PlansInForce } from './current-plan.ts'

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

/** What costs money: always by the card provider's own pages, no card number comes here. */
@Controller()
export class BillingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: PlansInForce,
    private readonly site: Site,
  ) {}

  /** Where a plan was changed, everybody who enforces limits knows of it before this answers. */
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
    return this.plans.changedTo(await this.rpc.call(billing.setCancel, { cancel: true }, actor), actor)
  }

  @Serves(routes.reactivateSubscription)
  async reactivate(_: unknown, { actor }: Caller) {
    return this.plans.changedTo(await this.rpc.call(billing.setCancel, { cancel: false }, actor), actor)
  }

  @Serves(routes.refreshSubscription)
  async refresh(_: unknown, { actor }: Caller) {
    return this.plans.changedTo(await this.rpc.call(billing.refresh, {}, actor), actor)
  }

  @Serves(routes.listInvoices)
  async listInvoices(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(billing.listInvoices, {}, actor)).invoices.map(presentInvoice)
  }

  @Serves(routes.receiveStripeEvent)
  async receiveStripeEvent(_: unknown, __: Caller, @Req() request: Request) {
    const body: unknown = request.body
    if (!Buffer.isBuffer(body)) throw errors.WEBHOOK_REFUSED({ reason: 'it is empty' })
    const signature = request.get('stripe-signature') ?? ''
    await this.rpc.call(billing.receiveEvent, { payload: body.toString(), signature }, anonymous)
    return succeeded('Noted.')
  }

  private customer(caller: Caller, request: Request) {
    return { email: sessionOf(caller).user.email, site: this.site.of(request) }
  }
}
