import { errors, requirePlan, requireUser, type Actor } from '@daymark/contracts'
import { Database, Plans } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** rule 40: a watermarked link never serves clean pixels, so there is none without the plan and an image to put on them. */
@Injectable()
export class WatermarkRule {
  constructor(
    private readonly plans: Plans,
    private readonly db: Database,
  ) {}

  /** `revision`: what media told the caller of the owner's watermark; our copy is waited for. */
  async check(watermark: boolean | undefined, revision: number | undefined, actor: Actor): Promise<void> {
    if (!watermark) return
    requirePlan(await this.plans.of(requireUser(actor)), 'canUseWatermarks', 'Watermarking')
    if (!(await this.hasImage(actor.userId, revision ?? 0))) throw errors.WATERMARK_MISSING()
  }

  private async hasImage(ownerId: string, revision: number): Promise<boolean> {
    const copy = await this.db.pollUntilFound(async () => {
      const [row] = await this.db.sql<{ revision: number; present: boolean }>(
        'SELECT revision, present FROM watermarks WHERE owner_id = $1',
        [ownerId],
      )
      const known = row ?? { revision: 0, present: false }
      return known.revision >= revision ? known : undefined
    })
    if (!copy) throw errors.UNAVAILABLE()
    return copy.present
  }
}
