import { type Actor as ActorType, billing, entitlementOf, http, identity, library, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common'
import type { z } from 'zod'
import { parsed } from '../http/parsed.ts'
import { presentSubscription } from '../presenters/subscription.ts'
import { Actor } from '../session/session.guard.ts'
import { Sessions } from '../session/sessions.ts'

@Controller('api/subscription')
export class SubscriptionController {
  private readonly rpc: RpcClient
  private readonly sessions: Sessions
  private readonly clock: Clock

  constructor(rpc: RpcClient, sessions: Sessions, clock: Clock) {
    this.rpc = rpc
    this.sessions = sessions
    this.clock = clock
  }

  @Get()
  async get(@Actor() actor: ActorType): Promise<http.Subscription> {
    const [subscription, usage] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
    ])
    return presentSubscription(subscription, usage.totalStorage, this.clock.now())
  }

  @Get('config')
  config(@Actor() actor: ActorType): Promise<z.infer<typeof http.subscriptionConfig>> {
    return this.rpc.call(billing.getConfig, {}, actor)
  }

  @Get('usage')
  async usage(@Actor() actor: ActorType): Promise<z.infer<typeof http.subscriptionUsage>> {
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

  /** S-SUB-18: answers when everybody who enforces limits has heard of the change. */
  @Post('update-tier')
  @HttpCode(200)
  async updateTier(
    @Actor() actor: ActorType,
    @Body(parsed(http.tierBody)) { tier }: z.infer<typeof http.tierBody>,
  ): Promise<http.Subscription> {
    const { userId, version } = await this.rpc.call(billing.updateTier, { tier }, actor)
    await Promise.all([
      this.rpc.call(library.awaitPlan, { userId, version }, actor),
      this.rpc.call(identity.awaitPlan, { userId, version }, actor),
    ])
    this.sessions.dropUser(userId)
    return this.get(actor)
  }
}
