import { type Actor, type RouteInput, billing, errors, media, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentWatermark } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { WatermarkUpload } from '../../uploads/watermark-upload.ts'

/** Image and settings of the owner's watermark, which the media service stores. They require a plan that includes watermarks. */
@Controller()
export class WatermarkController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: WatermarkUpload,
    private readonly caches: Caches,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.getWatermark)
  async get(_: unknown, { actor }: Caller) {
    return presentWatermark(await this.rpc.call(media.getWatermark, {}, actor))
  }

  @Serves(routes.uploadWatermark)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    const watermark = await this.uploads.receive(request, actor, ['watermarks', 'Watermarking'], image =>
      this.rpc.call(media.setWatermarkImage, image, actor),
    )
    return this.invalidateCaches(presentWatermark(watermark), actor)
  }

  @Serves(routes.updateWatermark)
  async update({ body: config }: RouteInput<typeof routes.updateWatermark>, { actor }: Caller) {
    const plan = await this.rpc.call(billing.getSubscription, {}, actor)
    return this.invalidateCaches(
      presentWatermark(await this.rpc.call(media.updateWatermark, { config, plan }, actor)),
      actor,
    )
  }

  @Serves(routes.removeWatermark)
  async remove(_: unknown, { actor }: Caller) {
    const settings = presentWatermark(await this.rpc.call(media.removeWatermark, {}, actor))
    return this.invalidateCaches({ ...successBody('The watermark image was removed.'), ...settings }, actor)
  }

  @Serves(routes.getWatermarkImage)
  async getImage(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { image } = await this.rpc.call(media.getWatermark, {}, actor)
    if (!image) throw errors.WATERMARK_NOT_FOUND()
    const imageFile = { ...image, photoId: '', mimeType: 'image/png', downloadName: 'watermark.png' }
    await this.files.send(request, response, { file: imageFile, disposition: 'inline' })
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  private invalidateCaches<T>(body: T, { userId }: Actor): T {
    this.caches.invalidate([tag.watermark(userId)])
    return body
  }
}
