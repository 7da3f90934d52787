import { developer, type Entitlement, type Input, planErrorDetails } from '@daymark/contracts'
import { type Handler, Handles, Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'

/** rule 13: which accounts may use the public API. */
@Injectable()
export class ApiPlan {
  constructor(
    private readonly plans: Plans,
    private readonly config: DeveloperConfig,
  ) {}

  /** The required and the current plan of an account. Null: its plan includes the API. */
  async findMissingPlan(userId: string): Promise<{ plan: string; tier: string } | null> {
    return planErrorDetails(await this.plans.of(userId), this.config.lowestTier) ?? null
  }

  includesApi(entitlement: Entitlement): boolean {
    return planErrorDetails(entitlement, this.config.lowestTier) === undefined
  }
}

/** S-SUB-18: the API responds to a change of plan after API tokens use the new plan. */
@Handles(developer.awaitPlan)
export class AwaitPlan implements Handler<typeof developer.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof developer.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}

/** rule 13: the plan that this installation requires for the API, shown on screens. */
@Handles(developer.getApiTier)
export class GetApiTier implements Handler<typeof developer.getApiTier> {
  constructor(private readonly config: DeveloperConfig) {}

  async handle() {
    return { tier: this.config.lowestTier }
  }
}
