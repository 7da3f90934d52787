import { developer, type Entitlement, type Input, planErrorDetails } from '@daymark/contracts'
import { Handles, Plans, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'

/** Determines which accounts may use the public API (rule 13). */
@Injectable()
export class ApiPlan {
  constructor(
    private readonly plans: Plans,
    private readonly config: DeveloperConfig,
  ) {}

  /** Returns null if the plan of an account includes the API. Otherwise returns the required plan and the current tier. */
  async findMissingPlan(userId: string): Promise<{ plan: string; tier: string } | null> {
    return planErrorDetails(await this.plans.entitlementOf(userId), this.config.lowestTier) ?? null
  }

  includesApi(entitlement: Entitlement): boolean {
    return planErrorDetails(entitlement, this.config.lowestTier) === undefined
  }
}

@RpcHandlers()
export class PlanHandlers {
  constructor(
    private readonly plans: Plans,
    private readonly config: DeveloperConfig,
  ) {}

  /** Waits until the new plan applies to API tokens, so that the response to a plan change is sent only then (S-SUB-18). */
  @Handles(developer.awaitPlan)
  async awaitPlan({ userId, version }: Input<typeof developer.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }

  /** Returns the lowest plan with API access on this installation, which screens show (rule 13). */
  @Handles(developer.getApiTier)
  async getApiTier() {
    return { tier: this.config.lowestTier }
  }
}
