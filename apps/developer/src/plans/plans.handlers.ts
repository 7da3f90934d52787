import { developer, type Input } from '@daymark/contracts'
import { type Handler, Handles, Plans } from '@daymark/platform'
import { DeveloperConfig } from '../config.ts'

/** S-SUB-18: tokens work, or are refused, with the answer to a change of plan. */
@Handles(developer.awaitPlan)
export class AwaitPlan implements Handler<typeof developer.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof developer.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}

/** rule 13: screens name the plan that this installation asks for. */
@Handles(developer.getApiTier)
export class GetApiTier implements Handler<typeof developer.getApiTier> {
  constructor(private readonly config: DeveloperConfig) {}

  async handle() {
    return { tier: this.config.lowestTier }
  }
}
