import { encryptedKey, photoFailed, type Renditions as RenderedVariants } from '@daymark/contracts'
import { Clock, Database, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { In } from 'typeorm'
import { photoIdOf } from '../files/object-keys.ts'
import { Rendition, type RenditionStatus } from './rendition.entity.ts'

/** Owner id in tombstones, which may be stored longer than the account of the owner exists. */
export const NO_OWNER = '00000000-0000-0000-0000-000000000000'

const UPSERT_PROCESSING = preparedStatement(`
  INSERT INTO renditions (photo_id, owner_id, object_key, status, changed_at) VALUES ($1, $2, $3, 'processing', $4)
  ON CONFLICT (photo_id) DO UPDATE SET owner_id = $2, object_key = $3, status = 'processing', changed_at = $4`)

type PhotoReference = { photoId: string; ownerId: string; objectKey: string }
const STATUSES_IN_USE: RenditionStatus[] = ['processing', 'ready']

/** The table of the photos and their variants. Each change locks the photo, because processing, removal and sweep may run concurrently. */
@Injectable()
export class Renditions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the processing of a photo. Creates the row before the first object is stored, so that the sweep does not treat the objects as
   * orphans.
   */
  startProcessing({
    photoId,
    ownerId,
    objectKey: publishedKey,
  }: PhotoReference): Promise<{ status: RenditionStatus; objectKey: string }> {
    return this.db.commit(async tx => {
      const row = await lockAndFind(tx, photoId)
      // the original may have been encrypted after the event was published
      const objectKey = row?.objectKey === encryptedKey(publishedKey) ? row.objectKey : publishedKey
      if (row && row.status !== 'failed') return { status: row.status, objectKey }
      tx.send(UPSERT_PROCESSING, [photoId, ownerId, objectKey, this.clock.now()])
      return { status: 'processing', objectKey }
    })
  }

  async markReady(
    tx: Tx,
    photoId: string,
    rendered: { width: number; height: number; variants: RenderedVariants },
  ): Promise<void> {
    const row = await lockAndFind(tx, photoId)
    if (row?.status === 'removed') throw new PhotoRemoved(photoId)
    const { width, height, variants } = rendered
    tx.update(Rendition, photoId, { status: 'ready', width, height, variants, changedAt: this.clock.now() })
  }

  async markFailed(tx: Tx, { photoId, ownerId }: PhotoReference, reason: string): Promise<void> {
    const row = await lockAndFind(tx, photoId)
    if (row?.status !== 'processing') return
    tx.update(Rendition, photoId, { status: 'failed', changedAt: this.clock.now() })
    tx.emit(photoFailed, photoId, { photoId, ownerId, reason })
  }

  /** Records a failure in its own transaction. Called after the last retry of the event. */
  markFailedAfterRetries(photo: PhotoReference, reason: string): Promise<void> {
    return this.db.commit(tx => this.markFailed(tx, photo, reason))
  }

  /** Replaces the row of a photo by a tombstone. A process that renders the photo now or later finds the tombstone and stops. */
  replaceByTombstone({ photoId, objectKey }: Omit<PhotoReference, 'ownerId'>): Promise<void> {
    const noFiles = { width: null, height: null, variants: null }
    return this.db.commit(async tx => {
      await lockAndFind(tx, photoId)
      const tombstone = {
        photoId,
        ownerId: NO_OWNER,
        objectKey,
        ...noFiles,
        status: 'removed',
        changedAt: this.clock.now(),
      } as const
      await tx.em.upsert(Rendition, tombstone, ['photoId'])
    })
  }

  /** Returns true if this database has no photos. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.db.sql<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM renditions) AS found')
    return !row?.found
  }

  /** Returns those photos that are neither being processed nor ready, so that their files can be deleted. */
  async findUnusedPhotos(photoIds: string[]): Promise<string[]> {
    const rows = await this.db.em.find(Rendition, {
      select: { photoId: true },
      where: { photoId: In(photoIds), status: In(STATUSES_IN_USE) },
    })
    const usedIds = new Set(rows.map(({ photoId }) => photoId))
    return photoIds.filter(photoId => !usedIds.has(photoId))
  }

  /** Returns those of the keys that are plain objects of an encrypted photo, without those that PlainObjects will delete. */
  async findUnrecordedPlainKeys(keys: string[]): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT key FROM unnest($1::text[], $2::uuid[]) AS stored (key, photo_id) JOIN renditions USING (photo_id)
       WHERE object_key LIKE '%.dm1' AND key NOT LIKE '%.dm1'
         AND NOT EXISTS (SELECT FROM plain_objects WHERE plain_objects.key = stored.key)`,
      [keys, keys.map(photoIdOf)],
    )
    return rows.map(({ key }) => key)
  }

  /**
   * Runs `work` and returns true unless the photo is being processed or ready. A lock prevents processing during `work`. No transaction is
   * open, because `work` deletes objects from the store.
   */
  runIfUnused(photoId: string, work: () => Promise<void>): Promise<boolean> {
    return this.db.whileLocked(photoLockName(photoId), async em => {
      const row = await em.findOneBy(Rendition, { photoId })
      if (row && STATUSES_IN_USE.includes(row.status)) return false
      await work()
      return true
    })
  }

  async deleteTombstones(before: Date): Promise<void> {
    await this.db.sql(`DELETE FROM renditions WHERE status = 'removed' AND changed_at < $1`, [before])
  }
}

export const photoLockName = (photoId: string): string => `photo:${photoId}`

/** Locks a photo and returns its row. Takes an advisory lock, because the row may not exist yet. */
function lockAndFind(tx: Tx, photoId: string): Promise<Rendition | null> {
  tx.lock(photoLockName(photoId))
  return tx.find(Rendition, { photoId })
}

/** Thrown if a photo was removed while it was processed. The retry finds the tombstone and deletes the variants. */
class PhotoRemoved extends Error {
  override name = 'PhotoRemoved'
}
