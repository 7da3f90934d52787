import { photoRelocated, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { PlainObjects } from './plain-objects.ts'

/** Library refers to the encrypted objects of a photo by now: the time of the plain ones begins to run out. */
@On(photoRelocated)
export class LeavePlainObjects implements Subscriber<typeof photoRelocated> {
  constructor(
    private readonly plain: PlainObjects,
    private readonly clock: Clock,
  ) {}

  async on({ data: { photoId } }: EventOf<typeof photoRelocated>, commit: Commit) {
    await commit(async tx => this.plain.leave(tx, photoId, this.clock.now()))
  }
}
