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
import { SupportConfig, defaultSupportAddress } from '../../config.ts'
import { PublicUrls } from '../../custom-domains/public-urls.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

const SUBJECT = 'Account {account}'
const PRIORITY_SUBJECT = 'Priority support, {plan}, account {account}'

/** The support address of the user, with a subject that identifies account and plan (rule 72). */
@Controller()
export class SupportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: SupportConfig,
    private readonly urls: PublicUrls,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getSupport)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = entitlementOf(await this.rpc.call(billing.getSubscription, {}, actor), this.clock.now())
    const isPriority = plan.features.includes('priority_support')
    const { priorityAddress } = this.config
    const standardAddress = defaultSupportAddress(this.config, this.urls.forRequest(request))
    const account = { userId: actor.userId, tier: plan.tier }
    return {
      address: addressOf((isPriority ? priorityAddress : undefined) ?? standardAddress, account),
      subject: subjectOf(isPriority ? PRIORITY_SUBJECT : SUBJECT, account),
      account: accountNumber(actor.userId),
      is_priority: isPriority,
    }
  }
}
