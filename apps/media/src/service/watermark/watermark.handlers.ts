import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Watermarked } from './renditions/watermarked.ts'
import { Logos } from './settings/logos.ts'
import { patchedConfig } from './settings/patched-config.ts'
import { viewOf, Watermarks } from './settings/watermarks.ts'

@Handles(media.getWatermark)
export class GetWatermark implements Handler<typeof media.getWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle(_input: Input<typeof media.getWatermark>, actor: Actor) {
    return viewOf(await this.watermarks.of(actor))
  }
}

/** S-WMA-04: removes the watermark. Rendered pictures stay: links continue to display them, or display nothing (rule 40). */
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

/** S-WMA-02: sets the image of the watermark. */
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

/** S-WMA-03: changes the settings of the watermark. */
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

/** Lists pictures for a ZIP download, which must all have the same version. */
@Handles(media.listWatermarked)
export class ListWatermarked implements Handler<typeof media.listWatermarked> {
  constructor(private readonly watermarked: Watermarked) {}

  handle({ ownerId, photoIds, size = 'full' }: Input<typeof media.listWatermarked>) {
    return this.watermarked.list(ownerId, photoIds, size)
  }
}

/** The caller has checked access: sharing for a visitor, library for the owner. */
@Handles(media.locateWatermarked)
export class LocateWatermarked implements Handler<typeof media.locateWatermarked> {
  constructor(private readonly watermarked: Watermarked) {}

  handle(wanted: Input<typeof media.locateWatermarked>) {
    return this.watermarked.locate(wanted)
  }
}
