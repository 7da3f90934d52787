import { developer, type Input } from '@daymark/contracts'
import { Handles, Plans, type Handler } from '@daymark/platform'

/** S-SUB-18: tokens work, or are refused, with the answer to a change of plan. */
@Handles(developer.awaitPlan)
export class AwaitPlan implements Handler<typeof developer.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof developer.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}
