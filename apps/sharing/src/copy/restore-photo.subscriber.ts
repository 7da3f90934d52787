import { photoRestored, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { rememberPhoto } from './photo-copy.ts'

/** In the galleries of its albums and selections again. */
@On(photoRestored)
export class RestorePhoto implements Subscriber<typeof photoRestored> {
  async on({ data }: EventOf<typeof photoRestored>, commit: Commit) {
    await commit(async tx => rememberPhoto(tx, data, true))
  }
}
