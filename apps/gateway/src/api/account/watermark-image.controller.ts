import { errors, media, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { FileSender } from '../../media/file-sender.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

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
