import { type RouteInput, BROWSER_IMAGE_TYPES, errors, routes, SCALED_SIZES } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { Controller, Injectable, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { ServerResponse } from 'node:http'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { Cookies, grantCookieName } from '../session/cookies.ts'
import { LinkResolver } from '../visitors/link-resolver.ts'
import { FileSender } from './file-sender.ts'
import {
  type SharedFile,
  parseJpegStem,
  VariantLocations,
  parseVariantSize,
  type VariantRequest,
} from './variant-locations.ts'
import { ActiveVisitorDownloads, type TrackedDownload } from './visitors/active-visitor-downloads.ts'
import { LinkAccess, type Proof } from './visitors/link-access.ts'
import { VisitorDownloads } from './visitors/visitor-downloads.ts'
import { type SendableFile, WatermarkedFileLocator } from './visitors/watermarked.ts'
import { NOINDEX_HEADERS } from '../edge/security-headers.ts'

/** Pictures of a link: checks access, finds the file, and applies the watermark. */
@Injectable()
export class VisitorPictures {
  constructor(
    private readonly links: LinkAccess,
    private readonly locations: VariantLocations,
    private readonly cookies: Cookies,
    private readonly downloads: ActiveVisitorDownloads,
    private readonly watermarked: WatermarkedFileLocator,
  ) {}

  async find(
    { token, ...variant }: VariantRequest & { token: string },
    request: Request,
    response: Response,
  ): Promise<SendableFile> {
    const variantRequest = { ...variant, token, grant: this.cookies.read(request, grantCookieName(token)) }
    const download = this.toDownload(variantRequest, networkOf(request.ip ?? ''), response)
    return this.watermarked.forVisitor(await this.downloads.begin(download), variantRequest.size)
  }

  /** A response with one picture. It is aborted when the visitor loses access or the photo is deleted. */
  toDownload(
    variantRequest: VariantRequest & Proof,
    network: string,
    response: ServerResponse,
  ): TrackedDownload<SharedFile> {
    return {
      response,
      proof: variantRequest,
      authorize: () => this.locate(variantRequest, network),
      contains: (photoId, file) => photoId === file.photoId,
    }
  }

  async locate(variantRequest: VariantRequest & Proof, network: string): Promise<SharedFile> {
    const link = await this.links.checkAccess(variantRequest, network)
    return this.locations.findInGallery(link, variantRequest, network)
  }
}

const FILE_NAME_PATTERN = /^[^/\\\0]{1,255}$/

@Controller()
export class MediaController {
  constructor(
    private readonly locations: VariantLocations,
    private readonly files: FileSender,
    private readonly watermarked: WatermarkedFileLocator,
  ) {}

  @Serves(routes.getVariant)
  async getVariant(
    { params: { size, file } }: RouteInput<typeof routes.getVariant>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const storedFile = await this.locations.findForOwner(actor, {
      size: parseVariantSize(size),
      name: parseJpegStem(file),
    })
    await this.files.send(request, response, { file: storedFile, disposition: 'inline' })
  }

  @Serves(routes.getOriginal)
  async getOriginal(
    { params: { file }, query: { download } }: RouteInput<typeof routes.getOriginal>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!FILE_NAME_PATTERN.test(file)) throw errors.PHOTO_NOT_FOUND()
    const storedFile = await this.locations.findForOwner(actor, { size: 'original', name: file })
    // Files that browsers cannot show as a picture are downloaded.
    const isInline = BROWSER_IMAGE_TYPES.has(storedFile.mimeType) && download !== '1'
    await this.files.send(request, response, { file: storedFile, disposition: isInline ? 'inline' : 'attachment' })
  }

  @Serves(routes.getFullSize)
  async getFullSize(
    { params: { file } }: RouteInput<typeof routes.getFullSize>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!FILE_NAME_PATTERN.test(file)) throw errors.PHOTO_NOT_FOUND()
    const storedFile = await this.locations.findForOwner(actor, { size: 'full', name: file })
    await this.files.send(request, response, { file: storedFile, disposition: 'inline' })
  }

  @Serves(routes.getWatermarked)
  async getWatermarked(
    { params: { size, file } }: RouteInput<typeof routes.getWatermarked>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const variant = { size: parseVariantSize(size), name: parseJpegStem(file) }
    const storedFile = await this.watermarked.forOwner(
      await this.locations.findForOwner(actor, variant),
      actor.userId,
      variant.size,
    )
    await this.files.send(request, response, { file: storedFile, disposition: 'inline' })
  }
}

/** Single photos of a link, to show or to download. */
@Controller()
export class SharedMediaController {
  constructor(
    private readonly files: FileSender,
    private readonly visitors: VisitorPictures,
    private readonly downloads: VisitorDownloads,
    private readonly linkResolver: LinkResolver,
  ) {}

  /** A download of a gallery size (sm, md, lg) returns the largest size that the link offers. */
  @Serves(routes.getSharedPhoto)
  async getSharedPhoto(
    { params: { size, file }, query: { token: linkAddress, download } }: RouteInput<typeof routes.getSharedPhoto>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof linkAddress !== 'string' || linkAddress === '') throw errors.SHARE_UNAVAILABLE()
    const token = await this.linkResolver.resolveToken(linkAddress, request)
    const name = parseJpegStem(file)
    const scaledSize = SCALED_SIZES.find(scaledSizeName => scaledSizeName === size)
    const displaySize = scaledSize ? undefined : parseVariantSize(size)
    if (displaySize && download !== '1') {
      const storedFile = await this.visitors.find({ token, size: displaySize, name }, request, response)
      return this.files.send(request, response, { file: storedFile, disposition: 'inline', headers: NOINDEX_HEADERS })
    }
    const storedFile = await this.downloads.downloadOne({ token, actor, request, response }, { size: scaledSize, name })
    return this.files.send(request, response, { file: storedFile, disposition: 'attachment', headers: NOINDEX_HEADERS })
  }
}
