import { library, type Input } from '@daymark/contracts'
import { Handles, Plans, type Handler } from '@daymark/platform'

/** S-SUB-18: the gateway asks after a change of plan, so that the next call of the user already finds it in force. */
@Handles(library.awaitPlan)
export class AwaitPlan implements Handler<typeof library.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof library.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}
