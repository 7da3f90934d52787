import {
  type Actor,
  type RouteInput,
  brands,
  domains,
  type DomainSettings,
  errors,
  routes,
  studioLogos,
  type StudioPage,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { OwnStudioPage, PublicStudioPages } from '../../pages/studio-pages.ts'
import { presentBrand, presentDomain } from '../../presenters/account.ts'
import { presentStudioPage } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { WatermarkUpload } from '../../uploads/watermark-upload.ts'

/** Settings of a studio's brand. The sharing service stores its name, color and website; the media service stores its logo. */
@Controller()
export class BrandController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: WatermarkUpload,
    private readonly caches: Caches,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.getBrand)
  get(_: unknown, { actor }: Caller) {
    return this.getSettings(actor)
  }

  @Serves(routes.updateBrand)
  async update({ body }: RouteInput<typeof routes.updateBrand>, { actor }: Caller) {
    await this.rpc.call(brands.updateBrand, body, actor)
    return this.invalidateAndGet(actor)
  }

  @Serves(routes.uploadBrandLogo)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    await this.uploads.receive(request, actor, ['white_label', 'White label'], logo =>
      this.rpc.call(studioLogos.setStudioLogo, logo, actor),
    )
    return this.invalidateAndGet(actor)
  }

  @Serves(routes.removeBrandLogo)
  async remove(_: unknown, { actor }: Caller) {
    await this.rpc.call(studioLogos.removeStudioLogo, {}, actor)
    return this.invalidateAndGet(actor)
  }

  @Serves(routes.getBrandLogo)
  async getLogo(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId: actor.userId }, actor)
    if (!logo) throw errors.BRAND_LOGO_NOT_FOUND()
    const logoFile = { ...logo, photoId: '', mimeType: 'image/png', downloadName: 'logo.png' }
    await this.files.send(request, response, { file: logoFile, disposition: 'inline' })
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  private invalidateAndGet(actor: Actor) {
    this.caches.invalidate([tag.brand(actor.userId)])
    return this.getSettings(actor)
  }

  private async getSettings(actor: Actor) {
    const [brand, { logo }] = await Promise.all([
      this.rpc.call(brands.getBrand, {}, actor),
      this.rpc.call(studioLogos.getStudioLogo, { ownerId: actor.userId }, actor),
    ])
    return presentBrand(brand, logo)
  }
}

/** The custom domain of an owner. */
@Controller()
export class DomainController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  @Serves(routes.getDomain)
  async get(_: unknown, { actor }: Caller) {
    return presentDomain(await this.rpc.call(domains.getDomain, {}, actor))
  }

  @Serves(routes.setDomain)
  async set({ body: { host } }: RouteInput<typeof routes.setDomain>, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.setDomain, { host }, actor), actor)
  }

  @Serves(routes.verifyDomain)
  async verify(_: unknown, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.verifyDomain, {}, actor), actor)
  }

  @Serves(routes.removeDomain)
  async remove(_: unknown, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.removeDomain, {}, actor), actor)
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  private invalidateAndPresent(settings: DomainSettings, { userId }: Actor) {
    this.caches.invalidate([tag.domain(userId), ...(settings.domain ? [tag.host(settings.domain.host)] : [])])
    return presentDomain(settings)
  }
}

/** Settings of the owner's studio page. */
@Controller()
export class StudioPageController {
  constructor(
    private readonly ownStudioPage: OwnStudioPage,
    private readonly pages: PublicStudioPages,
  ) {}

  @Serves(routes.getStudioPage)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.get(actor), actor, request)
  }

  @Serves(routes.updateStudioPage)
  async update({ body }: RouteInput<typeof routes.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.update(body, actor), actor, request)
  }

  private async present(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    const [url, defaultTitle] = await Promise.all([
      this.pages.urlOf({ ...page, ownerId }, request),
      this.pages.defaultTitleOf(ownerId),
    ])
    return presentStudioPage(page, { url, defaultTitle })
  }
}
