import { type Entitlement, planNeeded } from '@daymark/contracts'
import { Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'

/** rule 13: which accounts may use the public API. */
@Injectable()
export class ApiPlan {
  constructor(
    private readonly plans: Plans,
    private readonly config: DeveloperConfig,
  ) {}

  /** The plan that a user would need and the one there is; null: the plan allows it. */
  async neededBy(userId: string): Promise<{ plan: string; tier: string } | null> {
    return planNeeded(await this.plans.of(userId), this.config.lowestTier) ?? null
  }

  isPartOf(entitlement: Entitlement): boolean {
    return planNeeded(entitlement, this.config.lowestTier) === undefined
  }
}
