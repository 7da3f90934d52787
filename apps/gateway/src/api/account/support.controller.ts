import {
  accountNumber,
  billing,
  entitlementOf,
  routes,
  supportAddress as addressOf,
  supportSubject as subjectOf,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { SupportConfig, usualSupport } from '../../config.ts'
import { Site } from '../../custom-domains/public-urls.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Where the signed-in user writes to, and what whoever answers has to know (rule 72). */
@Controller()
export class SupportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: SupportConfig,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getSupport)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = entitlementOf(await this.rpc.call(billing.getSubscription, {}, actor), this.clock.now())
    const isPriority = plan.features.includes('priority_support')
    const { priorityAddress, subject, prioritySubject } = this.config
    const usual = usualSupport(this.config, this.site.of(request))
    const account = { userId: actor.userId, tier: plan.tier }
    return {
      address: addressOf((isPriority ? priorityAddress : undefined) ?? usual, account),
      subject: subjectOf(isPriority ? prioritySubject : subject, account),
      account: accountNumber(actor.userId),
      is_priority: isPriority,
    }
  }
}
