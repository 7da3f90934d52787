import { type Actor, atLeast, type Entitlement, errors, PLANS, requireUser } from '@daymark/contracts'
import { Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { type Receiver, Receivers } from '../receivers/receivers.ts'

/** Who may have webhooks, how many, and to where. */
@Injectable()
export class WebhookRules {
  private readonly plans: Plans
  private readonly config: DeveloperConfig
  private readonly receivers: Receivers
  constructor(plans: Plans, config: DeveloperConfig, receivers: Receivers) {
    this.plans = plans
    this.config = config
    this.receivers = receivers
  }

  /** The caller's id; PLAN_REQUIRED (rule 13). */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    const plan = await this.plans.of(userId)
    if (this.allows(plan)) return userId
    const { name } = PLANS[this.config.lowestTier]
    throw errors.PLAN_REQUIRED({ feature: 'API access', plan: name, tier: plan.name })
  }

  allows({ tier }: Pick<Entitlement, 'tier'>): boolean {
    return atLeast(tier, this.config.lowestTier)
  }

  assertRoom(count: number): void {
    const most = this.config.webhooksPerUser
    if (count >= most) throw errors.CONFLICT({ reason: `An account has at most ${most} webhooks.` })
  }

  /** INVALID_INPUT says why nothing is sent there. */
  async receiver(url: string): Promise<Receiver> {
    return this.receivers.accept(url)
  }
}
