import { albumDeleted, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { Link } from '../links/link.entity.ts'
import { removeLinks } from '../links/remove-links.ts'
import { forgetAlbum } from './album-copy.ts'

/** S-SHARE-19: the links of a deleted album end with it. */
@On(albumDeleted)
export class ForgetAlbum implements Subscriber<typeof albumDeleted> {
  private readonly clock: Clock
  constructor(clock: Clock) {
    this.clock = clock
  }

  async on({ data: { albumId, ownerId } }: EventOf<typeof albumDeleted>, commit: Commit) {
    await commit(async tx => {
      await forgetAlbum(tx, albumId, ownerId)
      const links = await tx.em.find(Link, { where: { albumId }, lock: { mode: 'pessimistic_write' } })
      await removeLinks(tx, links, this.clock.now())
    })
  }
}
