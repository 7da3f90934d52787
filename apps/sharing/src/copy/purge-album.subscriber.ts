import { albumPurged, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { removeLinks } from '../links/remove-links.ts'
import { purgeLinks } from '../trash/purge-links.ts'
import { linksOfAlbum } from '../trash/trash-links.ts'
import { forgetAlbum } from './album-copy.ts'
import { FOR_EVER } from './album-reached.ts'

/** Nothing of the album comes back; it may be that its deletion has not been heard of yet. */
@On(albumPurged)
export class PurgeAlbum implements Subscriber<typeof albumPurged> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { albumId, ownerId } }: EventOf<typeof albumPurged>, commit: Commit) {
    const now = this.clock.now()
    await commit(async tx => {
      await forgetAlbum(tx, albumId, ownerId, FOR_EVER)
      await removeLinks(tx, await linksOfAlbum(tx, albumId), now)
      await purgeLinks(tx, 'album_id = $1', [albumId], now)
      void tx.sql('DELETE FROM upload_links WHERE album_id = $1 AND owner_id = $2', [albumId, ownerId])
    })
  }
}
