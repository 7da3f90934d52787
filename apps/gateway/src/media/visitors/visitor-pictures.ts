import type { VariantSize } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LinkAccess, type Proof } from './link-access.ts'
import { ActiveVisitorDownloads } from './active-visitor-downloads.ts'
import { type SharedFile, VariantLocations } from '../variant-locations.ts'
import { type Sendable, WatermarkedFiles } from './watermarked.ts'

type Variant = { size: VariantSize; name: string }

/** Pictures of a link: checks access, finds the file, and applies the watermark. */
@Injectable()
export class VisitorPictures {
  // oxlint-disable-next-line max-params -- injected dependencies
  constructor(
    private readonly links: LinkAccess,
    private readonly locations: VariantLocations,
    private readonly cookies: Cookies,
    private readonly downloads: ActiveVisitorDownloads,
    private readonly watermarked: WatermarkedFiles,
  ) {}

  async find(
    { token, ...variant }: Variant & { token: string },
    request: Request,
    response: Response,
  ): Promise<Sendable> {
    const wanted = { ...variant, token, grant: this.cookies.read(request, grantCookie(token)) }
    const found = await this.downloads.begin({
      response,
      authorize: () => this.locate(wanted, networkOf(request.ip ?? '')),
      contains: (photoId, { photoId: shown }) => photoId === shown,
    })
    return this.watermarked.forVisitor(found, wanted.size)
  }

  async locate(wanted: Variant & Proof, network: string): Promise<SharedFile> {
    const link = await this.links.enter(wanted, network)
    return this.locations.inGallery(link, wanted, network)
  }
}
