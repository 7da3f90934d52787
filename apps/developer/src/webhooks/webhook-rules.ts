import { type Actor, errors, requireUser } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { ApiPlan } from '../plans/plans.handlers.ts'
import { type Receiver, Receivers } from '../receivers/receivers.ts'

/** Per account. */
const MAX_WEBHOOKS = 20

/** Rules about who may have webhooks, how many, and to which addresses. */
@Injectable()
export class WebhookRules {
  constructor(
    private readonly plan: ApiPlan,
    private readonly receivers: Receivers,
  ) {}

  /** The caller's id; PLAN_REQUIRED (rule 13). */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    const needed = await this.plan.requiredBy(userId)
    if (needed) throw errors.PLAN_REQUIRED({ feature: 'API access', ...needed })
    return userId
  }

  assertRoom(count: number): void {
    if (count >= MAX_WEBHOOKS)
      throw errors.CONFLICT({
        reason: `You have ${MAX_WEBHOOKS} webhooks, which is the limit. Delete one that you no longer need.`,
      })
  }

  /** INVALID_INPUT with the reason if the address is not allowed. */
  async receiver(url: string): Promise<Receiver> {
    return this.receivers.accept(url)
  }
}
