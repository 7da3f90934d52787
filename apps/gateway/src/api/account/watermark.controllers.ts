import {
  type Actor,
  type Asked,
  billing,
  entitlementOf,
  errors,
  media,
  requirePlan,
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
import { Serves, succeeded } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { discard } from '../../uploads/form/multipart.ts'
import { WatermarkUpload } from '../../uploads/watermark-upload.ts'

/** The owner's watermark: image and settings. Media keeps them; billing says what is bought. */
@Controller()
export class WatermarkController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: WatermarkUpload,
    private readonly caches: Caches,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getWatermark)
  async get(_: unknown, { actor }: Caller) {
    return presentWatermark(await this.rpc.call(media.getWatermark, {}, actor))
  }

  @Serves(routes.uploadWatermark)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = await this.authorize(request, actor)
    const view = await this.uploads.receive(request, actor, file =>
      this.rpc.call(media.setWatermarkImage, { ...file, plan }, actor),
    )
    return this.changed(presentWatermark(view), actor)
  }

  @Serves(routes.updateWatermark)
  async update({ body: config }: Asked<typeof routes.updateWatermark>, { actor }: Caller) {
    const plan = await this.rpc.call(billing.getSubscription, {}, actor)
    return this.changed(presentWatermark(await this.rpc.call(media.updateWatermark, { config, plan }, actor)), actor)
  }

  @Serves(routes.removeWatermark)
  async remove(_: unknown, { actor }: Caller) {
    const settings = presentWatermark(await this.rpc.call(media.removeWatermark, {}, actor))
    return this.changed({ ...succeeded('The watermark image was removed.'), ...settings }, actor)
  }

  /** S-WMA-05: before any of the body is read. Media checks it once more. */
  private async authorize(request: Request, actor: Actor): Promise<SubscriptionView> {
    try {
      const plan = await this.rpc.call(billing.getSubscription, {}, actor)
      requirePlan(entitlementOf(plan, this.clock.now()), 'canUseWatermarks', 'Watermarking')
      return plan
    } catch (error) {
      discard(request)
      throw error
    }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  private changed<T>(answer: T, { userId }: Actor): T {
    this.caches.invalidate([tag.watermark(userId)])
    return answer
  }
}

/** The logo as its owner's page shows it. */
@Controller()
export class WatermarkImageController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.getWatermarkImage)
  async image(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { image } = await this.rpc.call(media.getWatermark, {}, actor)
    if (!image) throw errors.WATERMARK_NOT_FOUND()
    const found = { ...image, photoId: '', mimeType: 'image/png', downloadName: 'watermark.png' }
    await this.files.send(request, response, { found, how: 'inline' })
  }
}
