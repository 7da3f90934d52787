import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Logos } from './logos.ts'
import { patchedConfig } from './patched-config.ts'
import { viewOf, Watermarks } from './watermarks.ts'

@Handles(media.getWatermark)
export class GetWatermark implements Handler<typeof media.getWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle(_input: Input<typeof media.getWatermark>, actor: Actor) {
    return viewOf(await this.watermarks.of(actor))
  }
}

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

/** S-WMA-03. */
@Handles(media.updateWatermark)
export class UpdateWatermark implements Handler<typeof media.updateWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle({ config, plan }: Input<typeof media.updateWatermark>, actor: Actor) {
    this.watermarks.check(plan, actor)
    const { after } = await this.watermarks.change(
      actor,
      before => ({ config: patchedConfig(before.config, config) }),
      plan,
    )
    return viewOf(after)
  }
}
