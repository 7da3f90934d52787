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

  /** The required and the current plan. Null: the plan allows the action. */
  async requiredBy(userId: string): Promise<{ plan: string; tier: string } | null> {
    return planErrorDetails(await this.plans.of(userId), this.config.lowestTier) ?? null
  }

  isPartOf(entitlement: Entitlement): boolean {
    return planErrorDetails(entitlement, this.config.lowestTier) === undefined
  }
}

/** S-SUB-18: a change of plan applies to tokens before it is answered. */
@Handles(developer.awaitPlan)
export class AwaitPlan implements Handler<typeof developer.awaitPlan> {
  constructor(private readonly plans: Plans) {}

  async handle({ userId, version }: Input<typeof developer.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}

/** rule 13: screens show the plan that this installation requires. */
@Handles(developer.getApiTier)
export class GetApiTier implements Handler<typeof developer.getApiTier> {
  constructor(private readonly config: DeveloperConfig) {}

  async handle() {
    return { tier: this.config.lowestTier }
  }
}
