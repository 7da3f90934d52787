import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Logos } from './logos.ts'
import { viewOf, Watermarks } from './watermarks.ts'

/** S-WMA-02. */
@Handles(media.setWatermarkImage)
export class SetWatermarkImage implements Handler<typeof media.setWatermarkImage> {
  constructor(
    private readonly watermarks: Watermarks,
    private readonly logos: Logos,
  ) {}

  async handle({ key, size, plan }: Input<typeof media.setWatermarkImage>, actor: Actor) {
    this.watermarks.check(plan, actor)
    const image = await this.logos.fromFile(actor.userId, { key, size })
    const { before, after } = await this.watermarks.change(actor, () => ({ image }), plan)
    await this.logos.forget(before.image, after.image)
    return viewOf(after)
  }
}
