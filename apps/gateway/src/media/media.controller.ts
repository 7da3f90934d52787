import { type Asked, BROWSER_PICTURES, errors, routes } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { FileSender } from './file-sender.ts'
import { stemOfJpeg, VariantLocations, variantSize } from './variant-locations.ts'
import { WatermarkedFiles } from './visitors/watermarked.ts'

const FILE_NAME = /^[^/\\\0]{1,255}$/

@Controller()
export class MediaController {
  constructor(
    private readonly locations: VariantLocations,
    private readonly files: FileSender,
    private readonly watermarked: WatermarkedFiles,
  ) {}

  @Serves(routes.getVariant)
  async variant(
    { params: { size, file } }: Asked<typeof routes.getVariant>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.locations.ofOwner(actor, { size: variantSize(size), name: stemOfJpeg(file) })
    await this.files.send(request, response, { found, how: 'inline' })
  }

  @Serves(routes.getOriginal)
  async original(
    { params: { file }, query: { download } }: Asked<typeof routes.getOriginal>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!FILE_NAME.test(file)) throw errors.PHOTO_NOT_FOUND()
    const found = await this.locations.ofOwner(actor, { size: 'original', name: file })
    // Files that browsers cannot show as a picture are downloaded.
    const isInline = BROWSER_PICTURES.has(found.mimeType) && download !== '1'
    await this.files.send(request, response, { found, how: isInline ? 'inline' : 'attachment' })
  }

  @Serves(routes.getFullSize)
  async full(
    { params: { file } }: Asked<typeof routes.getFullSize>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!FILE_NAME.test(file)) throw errors.PHOTO_NOT_FOUND()
    const found = await this.locations.ofOwner(actor, { size: 'full', name: file })
    await this.files.send(request, response, { found, how: 'inline' })
  }

  @Serves(routes.getWatermarked)
  async marked(
    { params: { size, file } }: Asked<typeof routes.getWatermarked>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const requested = { size: variantSize(size), name: stemOfJpeg(file) }
    const found = await this.watermarked.forOwner(
      await this.locations.ofOwner(actor, requested),
      actor.userId,
      requested.size,
    )
    await this.files.send(request, response, { found, how: 'inline' })
  }
}
