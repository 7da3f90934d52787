import { albumDeleted, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { linksOfAlbum, TrashLinks } from '../trash/trash-links.ts'
import { forgetAlbum } from './album-copy.ts'
import { FOR_EVER } from './album-reached.ts'

/** S-SHARE-19: the links of a deleted album end with it; they come back with it too. */
@On(albumDeleted)
export class ForgetAlbum implements Subscriber<typeof albumDeleted> {
  constructor(
    private readonly clock: Clock,
    private readonly trash: TrashLinks,
  ) {}

  async on({ data: { albumId, ownerId, version = FOR_EVER } }: EventOf<typeof albumDeleted>, commit: Commit) {
    await commit(async tx => {
      const [album] = await tx.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1 FOR UPDATE', [albumId])
      if (!(await forgetAlbum(tx, albumId, ownerId, version))) return
      const ended = { title: album?.title ?? '', now: this.clock.now(), withAlbum: true }
      await this.trash.put(tx, await linksOfAlbum(tx, albumId), ended)
    })
  }
}
