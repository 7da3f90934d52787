import { type EventOf, linkWatermarked, watermarkOutdated } from '@daymark/contracts'
import { On, type Subscriber } from '@daymark/platform'
import { MarkedRows } from './marked-rows.ts'
import { WarmUp } from './warm-up.ts'

@On(linkWatermarked, { asJob: true })
export class WarmLink implements Subscriber<typeof linkWatermarked> {
  constructor(private readonly warmUp: WarmUp) {}

  on({ data: { ownerId, photoIds } }: EventOf<typeof linkWatermarked>) {
    return this.warmUp.render(ownerId, photoIds)
  }
}

/** Settings that were changed once more meanwhile have an event of their own. */
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
