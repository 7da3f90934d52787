import { sharing, type Input } from '@daymark/contracts'
import { Handles, Plans, type Handler } from '@daymark/platform'

/** S-SUB-18: analytics, watermarked links and domains are there, or locked, with the answer to a change of plan. */
@Handles(sharing.awaitPlan)
export class AwaitPlan implements Handler<typeof sharing.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof sharing.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}
