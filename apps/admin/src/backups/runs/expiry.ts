import { backupKeys, BackupStores, type Storage } from '@daymark/storage'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Run } from './runs.ts'

const BATCH = 500
type BackupOwner = Pick<Run, 'userId' | 'target'>

/** Backups beyond the number that the newest one retains. */
const BEYOND = `
  SELECT id FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done'
  ORDER BY made_at DESC OFFSET (
    SELECT keep FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done' ORDER BY made_at DESC LIMIT 1)`
/** Objects that no remaining backup contains: `last_seen` is older than all of them. */
const UNUSED = `
  SELECT sha256 FROM backup_objects o WHERE user_id = $1 AND target = $2 AND last_seen < coalesce(
    (SELECT min(made_at) FROM backup_runs WHERE user_id = $1 AND target = $2), 'infinity') LIMIT ${BATCH}`
const DELETE_OBJECTS = `DELETE FROM backup_objects WHERE user_id = $1 AND target = $2 AND sha256 = ANY ($3)`

/** The result of a verification is deleted with the last backup. */
const DELETE_VERIFICATION = `
  DELETE FROM backup_verifications WHERE user_id = $1 AND target = $2
    AND NOT EXISTS (SELECT FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done')`

/** Removes expired backups and the objects that only they contain. Idempotent. */
@Injectable()
export class Expiry {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stores: BackupStores,
  ) {}

  /** After a backup of an account. */
  async run(owner: BackupOwner): Promise<void> {
    const rows = await this.db.sql<{ id: string }>(BEYOND, [owner.userId, owner.target])
    await this.remove(
      owner,
      rows.map(({ id }) => id),
    )
  }

  /** For accounts without backups in their plan and deleted accounts, including unfinished backups. */
  async ended(): Promise<void> {
    const rows = await this.db.sql<BackupOwner & { ids: string[] }>(
      `SELECT user_id AS "userId", target, array_agg(id) AS ids FROM backup_runs r
       WHERE expires_at < $1 AND (state <> 'done' OR NOT EXISTS (
         SELECT FROM backup_runs n WHERE n.user_id = r.user_id AND n.target = r.target AND n.expires_at >= $1))
       GROUP BY user_id, target LIMIT 100`,
      [this.clock.now()],
    )
    for (const { ids, ...owner } of rows) await this.remove(owner, ids)
  }

  private async remove(owner: BackupOwner, ids: string[]): Promise<void> {
    const store = this.stores[owner.target]
    if (!store) return
    for (const id of ids) await this.removeBackup(store, owner, id)
    if (ids.length === 0) return
    while ((await this.removeUnused(store, owner)) === BATCH);
    await this.db.commit(async tx => void tx.sql(DELETE_VERIFICATION, [owner.userId, owner.target]))
  }

  /** The manifest goes first, because a backup without it is unusable, and the row last, so that a failed removal is repeated. */
  private async removeBackup(store: Storage, { userId }: BackupOwner, id: string): Promise<void> {
    await store.remove([backupKeys.manifest(userId, id)])
    const keys: string[] = []
    for await (const { key } of store.list(`${backupKeys.ofAccount(userId)}${id}/`)) keys.push(key)
    await store.remove(keys)
    await this.db.commit(async tx => void tx.sql('DELETE FROM backup_runs WHERE id = $1', [id]))
  }

  private async removeUnused(store: Storage, { userId, target }: BackupOwner): Promise<number> {
    const rows = await this.db.sql<{ sha256: string }>(UNUSED, [userId, target])
    await store.remove(rows.map(({ sha256 }) => backupKeys.object(userId, sha256)))
    await this.db.commit(async tx => void tx.sql(DELETE_OBJECTS, [userId, target, rows.map(({ sha256 }) => sha256)]))
    return rows.length
  }
}
