import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Logos } from './logos.ts'
import { viewOf, Watermarks } from './watermarks.ts'

/** S-WMA-04. What was rendered stays: links go on as they are, or show nothing (rule 40). */
@Handles(media.removeWatermark)
export class RemoveWatermark implements Handler<typeof media.removeWatermark> {
  constructor(
    private readonly watermarks: Watermarks,
    private readonly logos: Logos,
  ) {}

  async handle(_input: Input<typeof media.removeWatermark>, actor: Actor) {
    const { before, after } = await this.watermarks.change(actor, () => ({ image: null }))
    await this.logos.forget(before.image, after.image)
    return viewOf(after)
  }
}
