import { albumUpdated, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { rememberAlbum } from './album-copy.ts'

@On(albumUpdated)
export class RememberUpdatedAlbum implements Subscriber<typeof albumUpdated> {
  async on({ data }: EventOf<typeof albumUpdated>, commit: Commit) {
    await commit(tx => rememberAlbum(tx, data))
  }
}
