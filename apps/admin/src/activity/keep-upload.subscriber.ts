import { type EventOf, photoUpdated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { keepActivity } from './keep-activity.ts'

/**
 * The first state of a photo tells that it was uploaded. The event of that name is for those with seconds of work: how much of it is
 * let out depends on whoever has least of it waiting, which would be this.
 */
@On(photoUpdated)
export class KeepUpload implements Subscriber<typeof photoUpdated> {
  async on({ id, time, data }: EventOf<typeof photoUpdated>, commit: Commit) {
    const { photoId, ownerId, version, originalFilename: filename } = data
    if (version !== 1) return
    const upload = { id, at: time, userId: ownerId, objectId: photoId, albumId: null, filename }
    await commit(async tx => keepActivity(tx, { ...upload, type: 'image_uploaded' }))
  }
}
