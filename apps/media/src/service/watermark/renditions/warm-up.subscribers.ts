import { AppError, type EventOf, linkWatermarked, watermarkOutdated } from '@daymark/contracts'
import { On, type Subscriber } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { WatermarkedFiles } from './watermarked-files.ts'
import { WatermarkedPhotos } from './watermarked-photos.ts'

/** Sizes to render in advance: those of gallery tiles and of pictures on a phone. Larger sizes are rendered on request. */
const WARM_UP_SIZES = ['sm', 'md'] as const

/** Renders watermarked files in advance, one at a time, so that visitors do not have to wait for them. */
@Injectable()
export class WatermarkWarmUp {
  constructor(private readonly watermarkedPhotos: WatermarkedPhotos) {}

  async render(ownerId: string, photoIds: string[]): Promise<void> {
    for (const photoId of photoIds)
      for (const size of WARM_UP_SIZES)
        await this.watermarkedPhotos.locate({ ownerId, photoId, size, jobKind: 'warm-up' }).catch(ignoreAppError)
  }
}

/** Ignores errors such as a missing plan: a visitor's request later renders the file and returns the error. */
function ignoreAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

@On(linkWatermarked, { asJob: true })
export class WarmLink implements Subscriber<typeof linkWatermarked> {
  constructor(private readonly warmUp: WatermarkWarmUp) {}

  on({ data: { ownerId, photoIds } }: EventOf<typeof linkWatermarked>) {
    return this.warmUp.render(ownerId, photoIds)
  }
}

/** Renders files again after a change of the watermark. Skips events about an outdated version, because every change emits new events. */
@On(watermarkOutdated, { asJob: true })
export class WarmOutdated implements Subscriber<typeof watermarkOutdated> {
  constructor(
    private readonly warmUp: WatermarkWarmUp,
    private readonly files: WatermarkedFiles,
  ) {}

  async on({ data: { ownerId, version, photoIds } }: EventOf<typeof watermarkOutdated>) {
    const currentWatermark = await this.files.list(ownerId, [], 'full')
    if (currentWatermark.version === version) await this.warmUp.render(ownerId, photoIds)
  }
}
