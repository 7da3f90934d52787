import { albumCreated, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { rememberAlbum } from './album-copy.ts'

@On(albumCreated)
export class RememberCreatedAlbum implements Subscriber<typeof albumCreated> {
  async on({ data }: EventOf<typeof albumCreated>, commit: Commit) {
    await commit(tx => rememberAlbum(tx, data))
  }
}
