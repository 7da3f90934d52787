import type { VariantSize } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LinkAccess, type Proof } from './link-access.ts'
import { LiveDownloads } from './active-visitor-downloads.ts'
import { type SharedFile, VariantLocations } from '../variant-locations.ts'
import { type Sendable, Watermarked } from './watermarked.ts'

type Variant = { size: VariantSize; name: string }

/** Pictures by a link: first whether this visitor may see it, then what of it may be sent. */
@Injectable()
export class VisitorPictures {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly links: LinkAccess,
    private readonly locations: VariantLocations,
    private readonly cookies: Cookies,
    private readonly downloads: LiveDownloads,
    private readonly watermarked: Watermarked,
  ) {}

  async find(
    { token, ...variant }: Variant & { token: string },
    request: Request,
    response: Response,
  ): Promise<Sendable> {
    const wanted = { ...variant, token, grant: this.cookies.read(request, grantCookie(token)) }
    const found = await this.downloads.begin({
      response,
      ask: () => this.locate(wanted, networkOf(request.ip ?? '')),
      shows: (photoId, { photoId: shown }) => photoId === shown,
    })
    return this.watermarked.forVisitor(found, wanted.size)
  }

  async locate(wanted: Variant & Proof, network: string): Promise<SharedFile> {
    const link = await this.links.enter(wanted, network)
    return this.locations.inGallery(link, wanted, network)
  }
}
