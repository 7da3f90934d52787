import {
  type Asked,
  BROWSER_PICTURES,
  errors,
  routes,
  SCALED_SIZES,
  VARIANT_SIZES,
  type VariantSize,
} from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { Cookies, grantCookie } from '../session/cookies.ts'
import { MediaAccess } from './media-access.ts'
import { mediaBody, type Sending } from './media-body.ts'
import { Pictures } from './pictures.ts'
import { sendBody } from './send-body.ts'
import { VisitorDownloads, type Visitor, type Wanted } from './visitor-downloads.ts'

const NAME = /^[^/\\\0]{1,255}$/

@Controller()
export class MediaController {
  private readonly access: MediaAccess
  private readonly pictures: Pictures
  private readonly cookies: Cookies
  private readonly downloads: VisitorDownloads

  constructor(access: MediaAccess, pictures: Pictures, cookies: Cookies, downloads: VisitorDownloads) {
    this.access = access
    this.pictures = pictures
    this.cookies = cookies
    this.downloads = downloads
  }

  @Serves(routes.getVariant)
  async variant(
    { params: { size, file } }: Asked<typeof routes.getVariant>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.access.locateOwn(actor, { size: variantSize(size), name: stemOfJpeg(file) })
    await this.send(request, response, { found, how: 'inline' })
  }

  @Serves(routes.getOriginal)
  async original(
    { params: { file }, query: { download } }: Asked<typeof routes.getOriginal>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!NAME.test(file)) throw errors.PHOTO_NOT_FOUND()
    const found = await this.access.locateOwn(actor, { size: 'original', name: file })
    // Everything that is no picture to a browser is handed over as a file.
    const isShown = BROWSER_PICTURES.has(found.mimeType) && download !== '1'
    await this.send(request, response, { found, how: isShown ? 'inline' : 'attachment' })
  }

  @Serves(routes.getFullSize)
  async full(
    { params: { file } }: Asked<typeof routes.getFullSize>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!NAME.test(file)) throw errors.PHOTO_NOT_FOUND()
    const found = await this.access.locateOwn(actor, { size: 'full', name: file })
    await this.send(request, response, { found, how: 'inline' })
  }

  @Serves(routes.getSharedPhoto)
  async shared(
    { params: { size, file }, query: { token, download } }: Asked<typeof routes.getSharedPhoto>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (typeof token !== 'string' || token === '') throw errors.SHARE_UNAVAILABLE()
    const scaled = SCALED_SIZES.find(known => known === size)
    const name = stemOfJpeg(file)
    const visitor = { token, actor, request, response }
    if (scaled) return this.download(visitor, { size: scaled, name })
    const wanted = { size: variantSize(size), name, download: false }
    if (download === '1') return this.download(visitor, { name })
    const grant = this.cookies.read(request, grantCookie(token))
    const found = await this.downloads.live.begin({
      response,
      ask: () => this.access.locateShared({ token, grant, ...wanted }, networkOf(request.ip ?? '')),
      shows: (photoId, { photoId: shown }) => photoId === shown,
    })
    response.setHeader('X-Robots-Tag', 'noindex')
    await this.send(request, response, { found, how: 'inline' })
  }

  /** A size that is shown stands for the largest that is offered. */
  private async download(visitor: Visitor, wanted: Wanted): Promise<void> {
    const { files } = await this.downloads.begin(visitor, wanted)
    const [file] = files
    if (!file?.photoId || !file.sha256 || !file.mimeType) throw errors.PHOTO_NOT_FOUND()
    const { photoId, sha256, mimeType, name: downloadName } = file
    visitor.response.setHeader('X-Robots-Tag', 'noindex')
    const found = { ...file, photoId, sha256, mimeType, downloadName }
    await this.send(visitor.request, visitor.response, { found, how: 'attachment' })
  }

  private send(request: Request, response: Response, sending: Sending): Promise<void> {
    return sendBody(request, response, mediaBody(this.pictures, sending))
  }
}

function variantSize(text: string): VariantSize {
  const size = VARIANT_SIZES.find(known => known === text)
  if (!size) throw errors.PHOTO_NOT_FOUND()
  return size
}
function stemOfJpeg(file: string): string {
  const stem = /^([^/\\\0]{1,255})\.jpg$/.exec(file)?.[1]
  if (!stem) throw errors.PHOTO_NOT_FOUND()
  return stem
}
