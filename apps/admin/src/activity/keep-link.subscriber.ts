import { type EventOf, linkCreated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { keepActivity } from './keep-activity.ts'

@On(linkCreated)
export class KeepLink implements Subscriber<typeof linkCreated> {
  async on({ id, time, data: { linkId, ownerId, albumId } }: EventOf<typeof linkCreated>, commit: Commit) {
    const link = { id, at: time, userId: ownerId, objectId: linkId, albumId, filename: null }
    await commit(async tx => keepActivity(tx, { ...link, type: 'share_created' }))
  }
}
