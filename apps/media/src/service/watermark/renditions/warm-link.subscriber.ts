import { type EventOf, linkWatermarked } from '@daymark/contracts'
import { On, type Subscriber } from '@daymark/platform'
import { WarmUp } from './warm-up.ts'

@On(linkWatermarked)
export class WarmLink implements Subscriber<typeof linkWatermarked> {
  constructor(private readonly warmUp: WarmUp) {}

  on({ data: { ownerId, photoIds } }: EventOf<typeof linkWatermarked>) {
    return this.warmUp.render(ownerId, photoIds)
  }
}
