import { albumRestored, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { bringBack } from '../trash/bring-back.ts'
import { bringBackAlbum } from './album-copy.ts'

/** The links that ended with the album are there again. */
@On(albumRestored)
export class RestoreAlbum implements Subscriber<typeof albumRestored> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof albumRestored>, commit: Commit) {
    await commit(async tx => {
      if (await bringBackAlbum(tx, data))
        await bringBack(tx, 'album_id = $1 AND with_album', [data.albumId], this.clock.now())
    })
  }
}
