import {
  type Actor,
  type RouteInput,
  billing,
  entitlementOf,
  errors,
  media,
  requireFeature,
  routes,
  type SubscriptionView,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentWatermark } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { discardBody } from '../../uploads/form/multipart.ts'
import { WatermarkUpload } from '../../uploads/watermark-upload.ts'

/** Image and settings of the owner's watermark, which the media service stores. They require a plan that includes watermarks. */
@Controller()
export class WatermarkController {
  // oxlint-disable-next-line max-params -- injected dependencies
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: WatermarkUpload,
    private readonly caches: Caches,
    private readonly clock: Clock,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.getWatermark)
  async get(_: unknown, { actor }: Caller) {
    return presentWatermark(await this.rpc.call(media.getWatermark, {}, actor))
  }

  @Serves(routes.uploadWatermark)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = await this.authorize(request, actor)
    const watermark = await this.uploads.receive(request, actor, file =>
      this.rpc.call(media.setWatermarkImage, { ...file, plan }, actor),
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

  /** S-WMA-05: checks the plan before the body is read. The media service repeats the check. */
  private async authorize(request: Request, actor: Actor): Promise<SubscriptionView> {
    try {
      const plan = await this.rpc.call(billing.getSubscription, {}, actor)
      requireFeature(entitlementOf(plan, this.clock.now()), 'watermarks', 'Watermarking')
      return plan
    } catch (error) {
      discardBody(request)
      throw error
    }
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  private invalidateCaches<T>(body: T, { userId }: Actor): T {
    this.caches.invalidate([tag.watermark(userId)])
    return body
  }
}
