import { photoUpdated, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { rememberPhoto } from './photo-copy.ts'

@On(photoUpdated)
export class RememberPhoto implements Subscriber<typeof photoUpdated> {
  async on({ data }: EventOf<typeof photoUpdated>, commit: Commit) {
    await commit(async tx => rememberPhoto(tx, data, false))
  }
}
