import { errors, lowestTierWith, PLANS, type Actor } from '@daymark/contracts'
import { Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** rule 40: a watermarked link never serves clean pixels, so there is none without the plan and an image to put on them. */
@Injectable()
export class WatermarkRule {
  private readonly plans: Plans
  constructor(plans: Plans) {
    this.plans = plans
  }

  async check(watermark: boolean | undefined, actor: Actor): Promise<void> {
    if (!watermark) return
    const { name, limits } = await this.plans.of(actor.userId)
    if (limits.canUseWatermarks) throw errors.WATERMARK_MISSING()
    throw errors.PLAN_REQUIRED({
      feature: 'Watermarking',
      plan: PLANS[lowestTierWith('canUseWatermarks')].name,
      tier: name,
    })
  }
}
