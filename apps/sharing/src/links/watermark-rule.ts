import { effectiveTier, errors, lowestTierWith, PLANS, type Actor, type Entitlement } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** READINGS 40: a watermarked link never serves clean pixels, so there is none without the plan and an image to put on them. */
@Injectable()
export class WatermarkRule {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async check(watermark: boolean | undefined, actor: Actor): Promise<void> {
    if (!watermark) return
    const [subscription] = await this.db.query<Entitlement>(
      `SELECT tier, status, end_date AS "endDate", past_due_since AS "pastDueSince" FROM plans WHERE user_id = $1`,
      [actor.userId],
    )
    const { name, limits } = PLANS[subscription ? effectiveTier(subscription, this.clock.now()) : 'starter']
    if (limits.canUseWatermarks) throw errors.WATERMARK_MISSING()
    throw errors.PLAN_REQUIRED({
      feature: 'Watermarking',
      plan: PLANS[lowestTierWith('canUseWatermarks')].name,
      tier: name,
    })
  }
}
