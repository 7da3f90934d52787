import { encryptedKey, photoFailed, type Renditions as Variants } from '@daymark/contracts'
import { Clock, Database, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { In } from 'typeorm'
import { photoOf } from './object-keys.ts'
import { Rendition, type RenditionStatus } from './rendition.entity.ts'

/** Whose a tombstone is: its owner may be gone before it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

export type PhotoIds = { photoId: string; ownerId: string; objectKey: string }
const ALIVE: RenditionStatus[] = ['processing', 'ready']

/** What exists for which photo. Processing, removal and sweep of a photo may meet: each change holds the photo's lock. */
@Injectable()
export class Renditions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The row is there before the first object, so that no sweep takes the objects for orphans. */
  begin({ photoId, ownerId, objectKey: told }: PhotoIds): Promise<{ status: RenditionStatus; objectKey: string }> {
    return this.db.commit(async tx => {
      const row = await locked(tx, photoId)
      // encrypted meanwhile, and whoever told of it did not know yet
      const objectKey = row?.objectKey === encryptedKey(told) ? row.objectKey : told
      if (row && row.status !== 'failed') return { status: row.status, objectKey }
      const started = { photoId, ownerId, objectKey, status: 'processing', changedAt: this.clock.now() } as const
      await tx.em.upsert(Rendition, started, ['photoId'])
      return { status: started.status, objectKey }
    })
  }

  async becomeReady(
    tx: Tx,
    photoId: string,
    made: { width: number; height: number; variants: Variants },
  ): Promise<void> {
    const row = await locked(tx, photoId)
    if (row?.status === 'removed') throw new RemovedMeanwhile(photoId)
    const { width, height, variants } = made
    tx.update(Rendition, photoId, { status: 'ready', width, height, variants, changedAt: this.clock.now() })
  }

  async fail(tx: Tx, { photoId, ownerId }: PhotoIds, reason: string): Promise<void> {
    const row = await locked(tx, photoId)
    if (row?.status !== 'processing') return
    tx.update(Rendition, photoId, { status: 'failed', changedAt: this.clock.now() })
    tx.emit(photoFailed, photoId, { photoId, ownerId, reason })
  }

  /** For a failure that no event's transaction is left to report. */
  giveUp(photo: PhotoIds, reason: string): Promise<void> {
    return this.db.commit(tx => this.fail(tx, photo, reason))
  }

  /** The tombstone: processing that is under way, or comes late, finds it. */
  leaveTombstone({ photoId, objectKey }: Omit<PhotoIds, 'ownerId'>): Promise<void> {
    const nothing = { width: null, height: null, variants: null }
    return this.db.commit(async tx => {
      await locked(tx, photoId)
      const tombstone = {
        photoId,
        ownerId: NOBODY,
        objectKey,
        ...nothing,
        status: 'removed',
        changedAt: this.clock.now(),
      } as const
      await tx.em.upsert(Rendition, tombstone, ['photoId'])
    })
  }

  /** Nothing was ever made, as far as this database knows. */
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

  /** Of these keys the plain ones of photos that are encrypted by now, which nobody waits with (encryption/plain-objects.ts). */
  async leftPlain(keys: string[]): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT key FROM unnest($1::text[], $2::uuid[]) AS stored (key, photo_id) JOIN renditions USING (photo_id)
       WHERE object_key LIKE '%.dm1' AND key NOT LIKE '%.dm1'
         AND NOT EXISTS (SELECT FROM plain_objects WHERE plain_objects.key = stored.key)`,
      [keys, keys.map(photoOf)],
    )
    return rows.map(({ key }) => key)
  }

  /** False: the photo is being processed after all. The work is of the store, so no transaction waits for it. */
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

/** An advisory lock and not the row's, as the row may not be there yet. */
function locked(tx: Tx, photoId: string): Promise<Rendition | null> {
  void tx.sql(prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [lockOf(photoId)])
  return tx.em.findOneBy(Rendition, { photoId })
}

/** The next try finds the tombstone and takes the variants away. */
class RemovedMeanwhile extends Error {
  override name = 'RemovedMeanwhile'
}
