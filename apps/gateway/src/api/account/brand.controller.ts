import {
  type Actor,
  type Asked,
  billing,
  brands,
  entitlementOf,
  errors,
  requireFeature,
  routes,
  studioLogos,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentBrand } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { discard } from '../../uploads/form/multipart.ts'
import { WatermarkUpload } from '../../uploads/watermark-upload.ts'

/** A studio's name, colour and website, which sharing keeps, and its logo, which media makes. */
@Controller()
export class BrandController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: WatermarkUpload,
    private readonly caches: Caches,
    private readonly files: FileSender,
    private readonly clock: Clock,
  ) {}

  @Serves(routes.getBrand)
  get(_: unknown, { actor }: Caller) {
    return this.settings(actor)
  }

  @Serves(routes.updateBrand)
  async update({ body }: Asked<typeof routes.updateBrand>, { actor }: Caller) {
    await this.rpc.call(brands.updateBrand, body, actor)
    return this.changed(actor)
  }

  @Serves(routes.uploadBrandLogo)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    const plan = await this.authorize(request, actor)
    await this.uploads.receive(request, actor, file =>
      this.rpc.call(studioLogos.setStudioLogo, { ...file, plan }, actor),
    )
    return this.changed(actor)
  }

  @Serves(routes.removeBrandLogo)
  async remove(_: unknown, { actor }: Caller) {
    await this.rpc.call(studioLogos.removeStudioLogo, {}, actor)
    return this.changed(actor)
  }

  @Serves(routes.getBrandLogo)
  async logo(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId: actor.userId }, actor)
    if (!logo) throw errors.BRAND_LOGO_NOT_FOUND()
    const found = { ...logo, photoId: '', mimeType: 'image/png', downloadName: 'logo.png' }
    await this.files.send(request, response, { found, how: 'inline' })
  }

  /** Before any of the body is read. Media checks it once more. */
  private async authorize(request: Request, actor: Actor) {
    try {
      const plan = await this.rpc.call(billing.getSubscription, {}, actor)
      requireFeature(entitlementOf(plan, this.clock.now()), 'white_label', 'White label')
      return plan
    } catch (error) {
      discard(request)
      throw error
    }
  }

  /** At once here; the events do the same in every other gateway a moment later. */
  private changed(actor: Actor) {
    this.caches.invalidate([tag.brand(actor.userId)])
    return this.settings(actor)
  }

  private async settings(actor: Actor) {
    const [brand, { logo }] = await Promise.all([
      this.rpc.call(brands.getBrand, {}, actor),
      this.rpc.call(studioLogos.getStudioLogo, { ownerId: actor.userId }, actor),
    ])
    return presentBrand(brand, logo)
  }
}
