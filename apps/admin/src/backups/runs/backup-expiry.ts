import { backupKeys, BackupStores, type Storage } from '@daymark/storage'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { BackupRunRow } from './backup-runs.ts'

const OBJECTS_PER_BATCH = 500
type BackupOwner = Pick<BackupRunRow, 'userId' | 'target'>

/** Selects the oldest backups of an account beyond the number to retain. The newest backup contains this number (`keep`). */
const SELECT_EXCESS_BACKUPS = `
  SELECT id FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done'
  ORDER BY made_at DESC OFFSET (
    SELECT keep FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done' ORDER BY made_at DESC LIMIT 1)`
/** Selects objects that no backup contains: `last_seen` is older than every remaining backup. */
const SELECT_UNUSED_OBJECTS = `
  SELECT sha256 FROM backup_objects o WHERE user_id = $1 AND target = $2 AND last_seen < coalesce(
    (SELECT min(made_at) FROM backup_runs WHERE user_id = $1 AND target = $2), 'infinity') LIMIT ${OBJECTS_PER_BATCH}`
const DELETE_OBJECTS = `DELETE FROM backup_objects WHERE user_id = $1 AND target = $2 AND sha256 = ANY ($3)`

/** Deletes the result of the verification if the account has no backup left. */
const DELETE_VERIFICATION = `
  DELETE FROM backup_verifications WHERE user_id = $1 AND target = $2
    AND NOT EXISTS (SELECT FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done')`

/** Removes expired backups, and the objects that no other backup contains. A repeated removal has no effect. */
@Injectable()
export class BackupExpiry {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stores: BackupStores,
  ) {}

  /** Runs after each backup of an account. */
  async removeExcess(owner: BackupOwner): Promise<void> {
    const rows = await this.db.sql<{ id: string }>(SELECT_EXCESS_BACKUPS, [owner.userId, owner.target])
    await this.removeBackups(
      owner,
      rows.map(({ id }) => id),
    )
  }

  /** Removes backups of deleted accounts and of accounts whose plan includes no backups, including unfinished ones. */
  async removeExpired(): Promise<void> {
    const rows = await this.db.sql<BackupOwner & { ids: string[] }>(
      `SELECT user_id AS "userId", target, array_agg(id) AS ids FROM backup_runs r
       WHERE expires_at < $1 AND (state <> 'done' OR NOT EXISTS (
         SELECT FROM backup_runs n WHERE n.user_id = r.user_id AND n.target = r.target AND n.expires_at >= $1))
       GROUP BY user_id, target LIMIT 100`,
      [this.clock.now()],
    )
    for (const { ids, ...owner } of rows) await this.removeBackups(owner, ids)
  }

  private async removeBackups(owner: BackupOwner, ids: string[]): Promise<void> {
    const store = this.stores[owner.target]
    if (!store) return
    for (const id of ids) await this.removeBackup(store, owner, id)
    if (ids.length === 0) return
    while ((await this.removeUnusedObjects(store, owner)) === OBJECTS_PER_BATCH);
    await this.db.commit(async tx => tx.send(DELETE_VERIFICATION, [owner.userId, owner.target]))
  }

  /**
   * Removes a backup: first the manifest, so that the incomplete backup does not look complete, and last the row, so that a failed removal
   * is repeated.
   */
  private async removeBackup(store: Storage, { userId }: BackupOwner, id: string): Promise<void> {
    await store.remove([backupKeys.manifest(userId, id)])
    const keys: string[] = []
    for await (const { key } of store.list(`${backupKeys.accountPrefix(userId)}${id}/`)) keys.push(key)
    await store.remove(keys)
    await this.db.commit(async tx => tx.send('DELETE FROM backup_runs WHERE id = $1', [id]))
  }

  private async removeUnusedObjects(store: Storage, { userId, target }: BackupOwner): Promise<number> {
    const rows = await this.db.sql<{ sha256: string }>(SELECT_UNUSED_OBJECTS, [userId, target])
    await store.remove(rows.map(({ sha256 }) => backupKeys.object(userId, sha256)))
    await this.db.commit(async tx => tx.send(DELETE_OBJECTS, [userId, target, rows.map(({ sha256 }) => sha256)]))
    return rows.length
  }
}
