import { encryptedKey, photoFailed, type Renditions as Variants } from '@daymark/contracts'
import { Clock, Database, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { In } from 'typeorm'
import { photoOf } from '../files/object-keys.ts'
import { Rendition, type RenditionStatus } from './rendition.entity.ts'

/** The owner id of tombstones, which may outlive the owner. */
export const NO_OWNER = '00000000-0000-0000-0000-000000000000'

const BEGIN = prepared(`
  INSERT INTO renditions (photo_id, owner_id, object_key, status, changed_at) VALUES ($1, $2, $3, 'processing', $4)
  ON CONFLICT (photo_id) DO UPDATE SET owner_id = $2, object_key = $3, status = 'processing', changed_at = $4`)

export type PhotoIds = { photoId: string; ownerId: string; objectKey: string }
const ALIVE: RenditionStatus[] = ['processing', 'ready']

/** The stored files of photos. Each change holds the lock of the photo, because processing, removal and sweep may coincide. */
@Injectable()
export class Renditions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates the row before the first object, so that no sweep takes the objects for orphans. */
  begin({ photoId, ownerId, objectKey: published }: PhotoIds): Promise<{ status: RenditionStatus; objectKey: string }> {
    return this.db.commit(async tx => {
      const row = await locked(tx, photoId)
      // the original may have been encrypted after the event was published
      const objectKey = row?.objectKey === encryptedKey(published) ? row.objectKey : published
      if (row && row.status !== 'failed') return { status: row.status, objectKey }
      void tx.sql(BEGIN, [photoId, ownerId, objectKey, this.clock.now()])
      return { status: 'processing', objectKey }
    })
  }

  async becomeReady(
    tx: Tx,
    photoId: string,
    made: { width: number; height: number; variants: Variants },
  ): Promise<void> {
    const row = await locked(tx, photoId)
    if (row?.status === 'removed') throw new PhotoRemoved(photoId)
    const { width, height, variants } = made
    tx.update(Rendition, photoId, { status: 'ready', width, height, variants, changedAt: this.clock.now() })
  }

  async fail(tx: Tx, { photoId, ownerId }: PhotoIds, reason: string): Promise<void> {
    const row = await locked(tx, photoId)
    if (row?.status !== 'processing') return
    tx.update(Rendition, photoId, { status: 'failed', changedAt: this.clock.now() })
    tx.emit(photoFailed, photoId, { photoId, ownerId, reason })
  }

  /** Records a failure outside the transaction of an event. */
  giveUp(photo: PhotoIds, reason: string): Promise<void> {
    return this.db.commit(tx => this.fail(tx, photo, reason))
  }

  /** Creates the tombstone that running or later processing finds. */
  leaveTombstone({ photoId, objectKey }: Omit<PhotoIds, 'ownerId'>): Promise<void> {
    const nothing = { width: null, height: null, variants: null }
    return this.db.commit(async tx => {
      await locked(tx, photoId)
      const tombstone = {
        photoId,
        ownerId: NO_OWNER,
        objectKey,
        ...nothing,
        status: 'removed',
        changedAt: this.clock.now(),
      } as const
      await tx.em.upsert(Rendition, tombstone, ['photoId'])
    })
  }

  /** Whether this database has no files. */
  async areNone(): Promise<boolean> {
    const [row] = await this.db.sql<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM renditions) AS found')
    return !row?.found
  }

  async notAlive(photoIds: string[]): Promise<string[]> {
    const rows = await this.db.em.find(Rendition, {
      select: { photoId: true },
      where: { photoId: In(photoIds), status: In(ALIVE) },
    })
    const alive = new Set(rows.map(({ photoId }) => photoId))
    return photoIds.filter(photoId => !alive.has(photoId))
  }

  /** Returns the plain keys of encrypted photos that are not in their grace period (encryption/plain-objects.ts). */
  async leftPlain(keys: string[]): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT key FROM unnest($1::text[], $2::uuid[]) AS stored (key, photo_id) JOIN renditions USING (photo_id)
       WHERE object_key LIKE '%.dm1' AND key NOT LIKE '%.dm1'
         AND NOT EXISTS (SELECT FROM plain_objects WHERE plain_objects.key = stored.key)`,
      [keys, keys.map(photoOf)],
    )
    return rows.map(({ key }) => key)
  }

  /**
   * Runs `work` and returns true if the photo is neither being processed nor ready; otherwise returns false. The work removes objects from
   * the store, so it runs outside of a transaction.
   */
  whileDead(photoId: string, work: () => Promise<void>): Promise<boolean> {
    return this.db.whileLocked(lockOf(photoId), async em => {
      const row = await em.findOneBy(Rendition, { photoId })
      if (row && ALIVE.includes(row.status)) return false
      await work()
      return true
    })
  }

  async forgetTombstones(before: Date): Promise<void> {
    await this.db.sql(`DELETE FROM renditions WHERE status = 'removed' AND changed_at < $1`, [before])
  }
}

export const lockOf = (photoId: string): string => `photo:${photoId}`

/** An advisory lock, because the row may not exist yet. */
function locked(tx: Tx, photoId: string): Promise<Rendition | null> {
  void tx.sql(prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [lockOf(photoId)])
  return tx.find(Rendition, { photoId })
}

/** Thrown when a photo was removed during processing. The retry finds the tombstone and removes the variants. */
class PhotoRemoved extends Error {
  override name = 'PhotoRemoved'
}
