import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { WatermarkedPhotos } from './renditions/watermarked-photos.ts'
import { Logos } from './settings/logos.ts'
import { applyConfigPatch, toWatermarkView, Watermarks } from './settings/watermarks.ts'

@Handles(media.getWatermark)
export class GetWatermark implements Handler<typeof media.getWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle(_input: Input<typeof media.getWatermark>, actor: Actor) {
    return toWatermarkView(await this.watermarks.find(actor))
  }
}

/** S-WMA-04: removes the watermark. Watermarked files remain stored, because links with a watermark still display them (rule 40). */
@Handles(media.removeWatermark)
export class RemoveWatermark implements Handler<typeof media.removeWatermark> {
  constructor(
    private readonly watermarks: Watermarks,
    private readonly logos: Logos,
  ) {}

  async handle(_input: Input<typeof media.removeWatermark>, actor: Actor) {
    const { before, after } = await this.watermarks.change(actor, () => ({ image: null }))
    await this.logos.removeReplaced(before.image, after.image)
    return toWatermarkView(after)
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
    this.watermarks.assertPlanAllows(plan, actor)
    const image = await this.logos.fromFile(actor.userId, { key, size })
    const { before, after } = await this.watermarks.change(actor, () => ({ image }), plan)
    await this.logos.removeReplaced(before.image, after.image)
    return toWatermarkView(after)
  }
}

/** S-WMA-03: changes the settings of the watermark. */
@Handles(media.updateWatermark)
export class UpdateWatermark implements Handler<typeof media.updateWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle({ config, plan }: Input<typeof media.updateWatermark>, actor: Actor) {
    this.watermarks.assertPlanAllows(plan, actor)
    const { after } = await this.watermarks.change(
      actor,
      before => ({ config: applyConfigPatch(before.config, config) }),
      plan,
    )
    return toWatermarkView(after)
  }
}

/** Lists the watermarked files for a ZIP download, all with the same version of the watermark. */
@Handles(media.listWatermarked)
export class ListWatermarked implements Handler<typeof media.listWatermarked> {
  constructor(private readonly watermarked: WatermarkedPhotos) {}

  handle({ ownerId, photoIds, size = 'full' }: Input<typeof media.listWatermarked>) {
    return this.watermarked.list(ownerId, photoIds, size)
  }
}

/**
 * Returns where a watermarked file is stored. The caller must have checked access: the sharing service for a visitor, the library for the
 * owner.
 */
@Handles(media.locateWatermarked)
export class LocateWatermarked implements Handler<typeof media.locateWatermarked> {
  constructor(private readonly watermarked: WatermarkedPhotos) {}

  handle(request: Input<typeof media.locateWatermarked>) {
    return this.watermarked.locate(request)
  }
}
