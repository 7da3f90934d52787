import { AppError, type EventOf, linkWatermarked, watermarkOutdated } from '@daymark/contracts'
import { On, type Subscriber } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { MarkedRows } from './marked-rows.ts'
import { Watermarked } from './watermarked.ts'

/** The sizes of tiles and of the picture that a phone opens. Large sizes are rendered on request. */
const SIZES = ['sm', 'md'] as const

/** Renders pictures before visitors request them, one at a time, in turns with uploads. */
@Injectable()
export class WarmUp {
  constructor(private readonly watermarked: Watermarked) {}

  async render(ownerId: string, photoIds: string[]): Promise<void> {
    for (const photoId of photoIds)
      for (const size of SIZES) await this.watermarked.locate({ ownerId, photoId, size, turn: 'warm-up' }).catch(ignore)
  }
}

/** Ignores the error: a later request repeats the rendering and returns the error. */
function ignore(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

@On(linkWatermarked, { asJob: true })
export class WarmLink implements Subscriber<typeof linkWatermarked> {
  constructor(private readonly warmUp: WarmUp) {}

  on({ data: { ownerId, photoIds } }: EventOf<typeof linkWatermarked>) {
    return this.warmUp.render(ownerId, photoIds)
  }
}

/** Skips outdated versions, because a later change of the settings has its own event. */
@On(watermarkOutdated, { asJob: true })
export class WarmOutdated implements Subscriber<typeof watermarkOutdated> {
  constructor(
    private readonly warmUp: WarmUp,
    private readonly rows: MarkedRows,
  ) {}

  async on({ data: { ownerId, version, photoIds } }: EventOf<typeof watermarkOutdated>) {
    const now = await this.rows.list(ownerId, [], 'full')
    if (now.version === version) await this.warmUp.render(ownerId, photoIds)
  }
}
