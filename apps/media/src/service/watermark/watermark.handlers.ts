import { type Actor, type Input, media } from '@daymark/contracts'
import { Handles, RpcHandlers } from '@daymark/platform'
import { WatermarkedPhotos } from './renditions/watermarked-photos.ts'
import { Logos } from './settings/logos.ts'
import { applyConfigPatch, toWatermarkView, Watermarks } from './settings/watermarks.ts'

@RpcHandlers()
export class WatermarkHandlers {
  constructor(
    private readonly watermarks: Watermarks,
    private readonly logos: Logos,
    private readonly watermarkedPhotos: WatermarkedPhotos,
  ) {}

  @Handles(media.getWatermark)
  async getWatermark(_input: Input<typeof media.getWatermark>, actor: Actor) {
    return toWatermarkView(await this.watermarks.find(actor))
  }

  /** S-WMA-04: removes the watermark. Watermarked files remain stored, because links with a watermark still display them (rule 40). */
  @Handles(media.removeWatermark)
  async removeWatermark(_input: Input<typeof media.removeWatermark>, actor: Actor) {
    const { before, after } = await this.watermarks.change(actor, () => ({ image: null }))
    await this.logos.removeReplaced(before.image, after.image)
    return toWatermarkView(after)
  }

  /** S-WMA-02: sets the image of the watermark. */
  @Handles(media.setWatermarkImage)
  async setWatermarkImage({ key, size, plan }: Input<typeof media.setWatermarkImage>, actor: Actor) {
    this.watermarks.assertPlanAllows(plan, actor)
    const image = await this.logos.convertAndStore(actor.userId, { key, size })
    const { before, after } = await this.watermarks.change(actor, () => ({ image }), plan)
    await this.logos.removeReplaced(before.image, after.image)
    return toWatermarkView(after)
  }

  /** S-WMA-03: changes the settings of the watermark. */
  @Handles(media.updateWatermark)
  async updateWatermark({ config, plan }: Input<typeof media.updateWatermark>, actor: Actor) {
    this.watermarks.assertPlanAllows(plan, actor)
    const { after } = await this.watermarks.change(
      actor,
      before => ({ config: applyConfigPatch(before.config, config) }),
      plan,
    )
    return toWatermarkView(after)
  }

  /** Lists the watermarked files for a ZIP download, all with the same version of the watermark. */
  @Handles(media.listWatermarked)
  listWatermarked({ ownerId, photoIds, size = 'full' }: Input<typeof media.listWatermarked>) {
    return this.watermarkedPhotos.list(ownerId, photoIds, size)
  }

  /**
   * Returns where a watermarked file is stored. The caller must have checked access: the sharing service for a visitor, the library for the
   * owner.
   */
  @Handles(media.locateWatermarked)
  locateWatermarked(request: Input<typeof media.locateWatermarked>) {
    return this.watermarkedPhotos.locate(request)
  }
}
