import { type EventOf, linkCreated, photoUpdated, userDeleted } from '@daymark/contracts'
import {
  Clock,
  type Commit,
  forgetDeadLetters,
  On,
  preparedStatement,
  type Subscriber,
  type Tx,
} from '@daymark/platform'

/** A row of the activity table. `id`: id of the event. */
export type NewActivityRow = {
  id: string
  type: 'share_created' | 'image_uploaded'
  at: string
  userId: string
  objectId: string
  albumId: string | null
  filename: string | null
}

const INSERT_ACTIVITY = preparedStatement(`
  INSERT INTO activity (id, type, at, user_id, object_id, album_id, filename) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING`)

function insertActivity(tx: Tx, { id, type, at, userId, objectId, albumId, filename }: NewActivityRow): void {
  tx.send(INSERT_ACTIVITY, [id, type, at, userId, objectId, albumId, filename])
}

/**
 * Deletes the activity of a deleted account and its requested restores, and lets unfinished backups expire. Completed backups stay until
 * they expire. The audit log does not change.
 */
@On(userDeleted, { asJob: true })
export class DeleteAccountActivity implements Subscriber<typeof userDeleted> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      tx.send('DELETE FROM activity WHERE user_id = $1', [userId])
      tx.send('DELETE FROM backup_restores WHERE user_id = $1', [userId])
      const expireUnfinishedBackups = `UPDATE backup_runs SET expires_at = $2 WHERE user_id = $1 AND state <> 'done'`
      tx.send(expireUnfinishedBackups, [userId, this.clock.now()])
    })
  }
}

@On(linkCreated)
export class StoreLinkActivity implements Subscriber<typeof linkCreated> {
  async on({ id, time, data: { linkId, ownerId, albumId } }: EventOf<typeof linkCreated>, commit: Commit) {
    const link = { id, at: time, userId: ownerId, objectId: linkId, albumId, filename: null }
    await commit(async tx => insertActivity(tx, { ...link, type: 'share_created' }))
  }
}

/**
 * Subscribes to the first version of `photoUpdated` and not to `photoUploaded`, which is also published for replacements of files and for
 * guest uploads that the owner has not accepted yet.
 */
@On(photoUpdated, { onlyCommits: true })
export class StoreUploadActivity implements Subscriber<typeof photoUpdated> {
  async shouldHandle({ data: { version } }: EventOf<typeof photoUpdated>) {
    return version === 1
  }

  async on({ id, time, data }: EventOf<typeof photoUpdated>, commit: Commit) {
    const { photoId, ownerId, originalFilename: filename } = data
    const upload = { id, at: time, userId: ownerId, objectId: photoId, albumId: null, filename }
    await commit(async tx => insertActivity(tx, { ...upload, type: 'image_uploaded' }))
  }
}
