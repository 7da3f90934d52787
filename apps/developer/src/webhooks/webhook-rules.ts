import { type Actor, errors, requireUser } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { ApiPlan } from '../plans/api-plan.ts'
import { type Receiver, Receivers } from '../receivers/receivers.ts'

/** Who may have webhooks, how many, and to where. */
@Injectable()
export class WebhookRules {
  constructor(
    private readonly plan: ApiPlan,
    private readonly config: DeveloperConfig,
    private readonly receivers: Receivers,
  ) {}

  /** The caller's id; PLAN_REQUIRED (rule 13). */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    const needed = await this.plan.neededBy(userId)
    if (needed) throw errors.PLAN_REQUIRED({ feature: 'API access', ...needed })
    return userId
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
