import {
  plainAndEncryptedKey,
  type EventOf,
  photoPurged,
  photoRelocated,
  type Rendition,
  userDeleted,
} from '@daymark/contracts'
import { Clock, type Commit, Database, forgetDeadLetters, runInBatches, On, type Subscriber } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { PlainObjects } from '../encryption/plain-objects.ts'
import { CardFiles } from '../cards/cards.handlers.ts'
import { variantKeys } from '../files/object-keys.ts'
import { NO_OWNER, Renditions } from '../variants/renditions.ts'
import { WatermarkedFiles } from '../watermark/renditions/watermarked-files.ts'

const FIND_LOGO_KEYS = `
  SELECT image ->> 'key' AS key FROM watermarks WHERE owner_id = $1 AND image IS NOT NULL
  UNION ALL SELECT logo ->> 'key' FROM studio_logos WHERE owner_id = $1`
const FIND_WATERMARKED_KEYS = `
  SELECT photo_id, size, version, rendition ->> 'key' AS key FROM watermarked_files WHERE owner_id = $1 LIMIT 500`
const ANONYMIZE_TOMBSTONES = `
  UPDATE renditions SET owner_id = $2 WHERE photo_id IN (
    SELECT photo_id FROM renditions WHERE status = 'removed' AND owner_id = $1 LIMIT $3) RETURNING photo_id`

/**
 * Deletes the logos and watermarked files of a deleted user; RemovePhoto deletes the files of the user's photos. Objects are deleted before
 * the rows that contain the keys of the objects. The plain objects that encrypted ones have replaced are deleted with them.
 */
@On(userDeleted, { asJob: true })
export class RemoveFilesOfOwner implements Subscriber<typeof userDeleted> {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
  ) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    const logos = await this.db.sql<Pick<Rendition, 'key'>>(FIND_LOGO_KEYS, [userId])
    await this.storage.remove(logos.flatMap(({ key }) => plainAndEncryptedKey(key)))
    while (await this.removeWatermarkedBatch(userId));
    await runInBatches(this.db, [ANONYMIZE_TOMBSTONES, userId, NO_OWNER])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      for (const table of ['watermarks', 'studio_logos']) tx.send(`DELETE FROM ${table} WHERE owner_id = $1`, [userId])
      for (const table of ['plans', 'copy_leases']) tx.send(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }

  private async removeWatermarkedBatch(userId: string): Promise<boolean> {
    const rows = await this.db.sql<{ key: string }>(FIND_WATERMARKED_KEYS, [userId])
    if (!rows.length) return false
    const keys = rows.map(({ key }) => key)
    await this.storage.remove(keys.flatMap(plainAndEncryptedKey))
    await this.db.commit(async tx => {
      tx.send(`DELETE FROM watermarked_files WHERE owner_id = $1 AND rendition ->> 'key' = ANY ($2)`, [userId, keys])
    })
    return true
  }
}

/** rule 25: deletes the stored files of a purged photo. */
@On(photoPurged)
export class RemovePhoto implements Subscriber<typeof photoPurged> {
  constructor(
    private readonly renditions: Renditions,
    private readonly storage: Storage,
    private readonly watermarkedFiles: WatermarkedFiles,
    private readonly cardFiles: CardFiles,
    private readonly plainObjects: PlainObjects,
  ) {}

  /**
   * Stores a tombstone before it deletes the objects, so that no process creates them again. If the deletion fails, the event is
   * redelivered.
   */
  async on({ data }: EventOf<typeof photoPurged>, commit: Commit) {
    await this.renditions.replaceByTombstone(data)
    const watermarkedKeys = await this.watermarkedFiles.findKeysOfPhoto(data.photoId)
    const cardKeys = await this.cardFiles.findKeysOfPhoto(data.photoId)
    await this.storage.remove([
      ...plainAndEncryptedKey(data.objectKey),
      ...variantKeys(data.photoId),
      ...[...watermarkedKeys, ...cardKeys].flatMap(plainAndEncryptedKey),
    ])
    if (watermarkedKeys.length > 0) await this.watermarkedFiles.deleteRowsOfPhoto(data.photoId)
    await commit(async tx => {
      this.cardFiles.deleteRowsOfPhoto(tx, data.photoId)
      this.plainObjects.deleteRecords(tx, data.photoId)
    })
  }
}

/** Starts the time after which the plain objects of a photo are deleted: the library now refers to the encrypted objects. */
@On(photoRelocated)
export class ScheduleRemovalOfPlainObjects implements Subscriber<typeof photoRelocated> {
  constructor(
    private readonly plainObjects: PlainObjects,
    private readonly clock: Clock,
  ) {}

  async on({ data: { photoId } }: EventOf<typeof photoRelocated>, commit: Commit) {
    await commit(async tx => this.plainObjects.scheduleRemoval(tx, photoId, this.clock.now()))
  }
}
