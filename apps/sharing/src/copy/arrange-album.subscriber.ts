import { albumArranged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { arrange } from './album-copy.ts'

@On(albumArranged)
export class ArrangeAlbum implements Subscriber<typeof albumArranged> {
  async on({ data }: EventOf<typeof albumArranged>, commit: Commit) {
    await commit(tx => arrange(tx, data))
  }
}
