import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Logos } from './logos.ts'
import { viewOf, Watermarks } from './watermarks.ts'

/** Who has no logo types a name. */
@Handles(media.writeWatermark)
export class WriteWatermark implements Handler<typeof media.writeWatermark> {
  private readonly watermarks: Watermarks
  private readonly logos: Logos
  constructor(watermarks: Watermarks, logos: Logos) {
    this.watermarks = watermarks
    this.logos = logos
  }

  async handle({ text, plan }: Input<typeof media.writeWatermark>, actor: Actor) {
    this.watermarks.check(plan, actor)
    const image = await this.logos.fromName(actor.userId, text)
    const { before, after } = await this.watermarks.change(actor, () => ({ image }), plan)
    await this.logos.forget(before.image, after.image)
    return viewOf(after)
  }
}
