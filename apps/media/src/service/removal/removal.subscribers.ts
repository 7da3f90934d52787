import {
  plainAndEncryptedKey,
  type EventOf,
  photoPurged,
  photoRelocated,
  type Rendition,
  userDeleted,
} from '@daymark/contracts'
import {
  Clock,
  type Commit,
  Database,
  forgetDeadLetters,
  deleteInBatches,
  On,
  type Subscriber,
} from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { PlainObjects } from '../encryption/plain-objects.ts'
import { variantKeys } from '../files/object-keys.ts'
import { NO_OWNER, Renditions } from '../variants/renditions.ts'
import { MarkedRows } from '../watermark/renditions/marked-rows.ts'

const IMAGES = `
  SELECT image ->> 'key' AS key FROM watermarks WHERE owner_id = $1 AND image IS NOT NULL
  UNION ALL SELECT logo ->> 'key' FROM studio_logos WHERE owner_id = $1`
const MARKED = `
  SELECT photo_id, size, version, rendition ->> 'key' AS key FROM watermarked_files WHERE owner_id = $1 LIMIT 500`
const TOMBSTONES = `
  UPDATE renditions SET owner_id = $2 WHERE photo_id IN (
    SELECT photo_id FROM renditions WHERE status = 'removed' AND owner_id = $1 LIMIT $3) RETURNING photo_id`

/**
 * Deletes logos and watermarked pictures of a deleted user; RemovePhoto handles photos. Objects are removed before their rows, which have
 * their keys.
 */
@On(userDeleted, { asJob: true })
export class ForgetOwner implements Subscriber<typeof userDeleted> {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
  ) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    const images = await this.db.sql<Pick<Rendition, 'key'>>(IMAGES, [userId])
    await this.storage.remove(images.map(({ key }) => key))
    while (await this.someMarked(userId));
    await deleteInBatches(this.db, [TOMBSTONES, userId, NO_OWNER])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      for (const table of ['watermarks', 'studio_logos'])
        void tx.sql(`DELETE FROM ${table} WHERE owner_id = $1`, [userId])
      for (const table of ['plans', 'copy_leases']) void tx.sql(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }

  private async someMarked(userId: string): Promise<boolean> {
    const rows = await this.db.sql<{ key: string }>(MARKED, [userId])
    if (!rows.length) return false
    const keys = rows.map(({ key }) => key)
    await this.storage.remove(keys)
    await this.db.commit(async tx => {
      void tx.sql(`DELETE FROM watermarked_files WHERE owner_id = $1 AND rendition ->> 'key' = ANY ($2)`, [
        userId,
        keys,
      ])
    })
    return true
  }
}

/** rule 25: removes the files of a photo whose grace period is over. */
@On(photoPurged)
export class RemovePhoto implements Subscriber<typeof photoPurged> {
  constructor(
    private readonly renditions: Renditions,
    private readonly storage: Storage,
    private readonly marked: MarkedRows,
    private readonly plain: PlainObjects,
  ) {}

  /** Commits the tombstone before the objects are removed. If the removal fails the event is redelivered. */
  async on({ data }: EventOf<typeof photoPurged>, commit: Commit) {
    await this.renditions.leaveTombstone(data)
    const marked = await this.marked.ofPhoto(data.photoId)
    await this.storage.remove([
      ...plainAndEncryptedKey(data.objectKey),
      ...variantKeys(data.photoId),
      ...marked.flatMap(plainAndEncryptedKey),
    ])
    if (marked.length > 0) await this.marked.forgetPhoto(data.photoId)
    await commit(async tx => this.plain.forget(tx, data.photoId))
  }
}

/** The library now refers to the encrypted objects of a photo: schedules the removal of the plain ones. */
@On(photoRelocated)
export class LeavePlainObjects implements Subscriber<typeof photoRelocated> {
  constructor(
    private readonly plain: PlainObjects,
    private readonly clock: Clock,
  ) {}

  async on({ data: { photoId } }: EventOf<typeof photoRelocated>, commit: Commit) {
    await commit(async tx => this.plain.startGrace(tx, photoId, this.clock.now()))
  }
}
