import { type EventOf, linkCreated, photoUpdated, userDeleted } from '@daymark/contracts'
import { Clock, type Commit, forgetDeadLetters, On, type Subscriber } from '@daymark/platform'
import { keepActivity } from './keep-activity.ts'

/**
 * Who is gone for good is gone from the list of activity; backups stay for their time (Expiry removes them then), but none is begun
 * or brought back any more. The audit log keeps what was done.
 */
@On(userDeleted, { asJob: true })
export class ForgetAccount implements Subscriber<typeof userDeleted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      void tx.sql('DELETE FROM activity WHERE user_id = $1', [userId])
      void tx.sql('DELETE FROM backup_restores WHERE user_id = $1', [userId])
      const over = `UPDATE backup_runs SET expires_at = $2 WHERE user_id = $1 AND state <> 'done'`
      void tx.sql(over, [userId, this.clock.now()])
    })
  }
}

@On(linkCreated)
export class KeepLink implements Subscriber<typeof linkCreated> {
  async on({ id, time, data: { linkId, ownerId, albumId } }: EventOf<typeof linkCreated>, commit: Commit) {
    const link = { id, at: time, userId: ownerId, objectId: linkId, albumId, filename: null }
    await commit(async tx => keepActivity(tx, { ...link, type: 'share_created' }))
  }
}

/**
 * The first state of a photo tells that it was uploaded. The event of that name is for those with seconds of work: how much of it is
 * published depends on the subscriber with the fewest pending events, which would be this one.
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
