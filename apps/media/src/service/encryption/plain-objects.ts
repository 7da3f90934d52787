import { encryptedKey } from '@daymark/contracts'
import { Database, installationId, type Tx } from '@daymark/platform'
import { ObjectMissing, Storage, StoreMark, type Swept } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { MediaConfig } from '../../config.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 500

/** Plain objects that have an encrypted copy. They are removed after a grace period, in which running downloads end. */
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

  /** Records replaced objects. The grace period of a photo's objects starts with `startGrace`. */
  record(tx: Tx, keys: string[], photoId: string | null, now?: Date): void {
    const due = now ? new Date(now.getTime() + this.graceMs) : null
    void tx.sql(
      `INSERT INTO plain_objects (key, photo_id, due_at) SELECT key, $2, $3 FROM unnest($1::text[]) AS key
       ON CONFLICT (key) DO UPDATE SET photo_id = $2, due_at = $3`,
      [keys, photoId, due],
    )
  }

  startGrace(tx: Tx, photoId: string, now: Date): void {
    void tx.sql('UPDATE plain_objects SET due_at = $2 WHERE photo_id = $1 AND due_at IS NULL', [
      photoId,
      new Date(now.getTime() + this.graceMs),
    ])
  }

  /** Deletes the records of a purged photo, whose objects have all been removed. */
  forget(tx: Tx, photoId: string): void {
    void tx.sql('DELETE FROM plain_objects WHERE photo_id = $1', [photoId])
  }

  /** Removes objects only from a store that belongs to this database. */
  async sweep(now: Date): Promise<Swept> {
    const nothing = { quarantined: 0, released: 0, removed: 0 }
    const objection = await new StoreMark(this.storage).objection({ id: await installationId(this.db), isEmpty: false })
    return objection === undefined ? { ...nothing, removed: await this.removeDue(now) } : { ...nothing, objection }
  }

  /** Removes objects before their rows, so that a failure is repeated. */
  private async removeDue(now: Date): Promise<number> {
    let removed = 0
    for (;;) {
      const rows = await this.db.sql<{ key: string }>(
        'SELECT key FROM plain_objects WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
        [now, AT_ONCE],
      )
      const keys = rows.map(({ key }) => key)
      const replaced: string[] = []
      for (const key of keys) if (await this.isThere(encryptedKey(key))) replaced.push(key)
      await this.storage.remove(replaced)
      await this.db.commit(async tx => void tx.sql('DELETE FROM plain_objects WHERE key = ANY ($1)', [keys]))
      removed += replaced.length
      if (keys.length < AT_ONCE) return removed
    }
  }

  /** Whether the object exists. A plain object without an encrypted copy is left to the sweep of orphans. */
  private isThere(key: string): Promise<boolean> {
    return this.storage.stat(key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ObjectMissing) return false
        throw error
      },
    )
  }
}
