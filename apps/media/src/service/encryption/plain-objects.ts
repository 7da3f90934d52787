import { encryptedKey, HOUR_MS } from '@daymark/contracts'
import { Database, readInstallationId, type Tx } from '@daymark/platform'
import { ignoreMissing, Storage, StoreMark, type SweepResult } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { MediaConfig } from '../../config.ts'

const OBJECTS_PER_BATCH = 500

/**
 * Unencrypted (plain) objects that were replaced by encrypted objects. They are deleted after DAYMARK_MEDIA_DECRYPTED_CACHE_HOURS, because
 * downloads in progress still read them.
 */
@Injectable()
export class PlainObjects {
  private readonly graceMs: number
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    { decryptedCacheHours }: MediaConfig,
  ) {
    this.graceMs = decryptedCacheHours * HOUR_MS
  }

  /** Records replaced objects. The time until their deletion starts at `now`, or without `now` when `scheduleRemoval` is called. */
  record(tx: Tx, keys: string[], photoId: string | null, now?: Date): void {
    const dueAt = now ? new Date(now.getTime() + this.graceMs) : null
    tx.send(
      `INSERT INTO plain_objects (key, photo_id, due_at) SELECT key, $2, $3 FROM unnest($1::text[]) AS key
       ON CONFLICT (key) DO UPDATE SET photo_id = $2, due_at = $3`,
      [keys, photoId, dueAt],
    )
  }

  /** Starts the time after which the replaced objects of a photo are deleted. */
  scheduleRemoval(tx: Tx, photoId: string, now: Date): void {
    tx.send('UPDATE plain_objects SET due_at = $2 WHERE photo_id = $1 AND due_at IS NULL', [
      photoId,
      new Date(now.getTime() + this.graceMs),
    ])
  }

  /** Deletes the records of a purged photo, whose objects are already deleted. */
  deleteRecords(tx: Tx, photoId: string): void {
    tx.send('DELETE FROM plain_objects WHERE photo_id = $1', [photoId])
  }

  /** Deletes the objects that are due. Deletes nothing if the store belongs to another database. */
  async sweep(now: Date): Promise<SweepResult> {
    const noneSwept = { quarantined: 0, released: 0, removed: 0 }
    const objection = await new StoreMark(this.storage).findObjection({
      id: await readInstallationId(this.db),
      isEmpty: false,
    })
    return objection === undefined ? { ...noneSwept, removed: await this.removeDue(now) } : { ...noneSwept, objection }
  }

  /**
   * Deletes objects before their rows, so that the next run repeats a failed deletion. Keeps a plain object whose encrypted object is
   * missing.
   */
  private async removeDue(now: Date): Promise<number> {
    let removedCount = 0
    for (;;) {
      const rows = await this.db.sql<{ key: string }>(
        'SELECT key FROM plain_objects WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
        [now, OBJECTS_PER_BATCH],
      )
      const keys = rows.map(({ key }) => key)
      const replacedKeys: string[] = []
      for (const key of keys)
        if (await this.storage.stat(encryptedKey(key)).catch(ignoreMissing)) replacedKeys.push(key)
      await this.storage.remove(replacedKeys)
      await this.db.commit(async tx => tx.send('DELETE FROM plain_objects WHERE key = ANY ($1)', [keys]))
      removedCount += replacedKeys.length
      if (keys.length < OBJECTS_PER_BATCH) return removedCount
    }
  }
}
