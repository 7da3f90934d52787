import { backupKeys, BackupStores, type Storage } from '@daymark/storage'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Run } from './runs.ts'

const BATCH = 500
type Of = Pick<Run, 'userId' | 'target'>

/** Beyond the number that the newest one was made with. */
const BEYOND = `
  SELECT id FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done'
  ORDER BY made_at DESC OFFSET (
    SELECT keep FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done' ORDER BY made_at DESC LIMIT 1)`
/** No backup that is there names them: each names what it names from when it was made on. */
const UNUSED = `
  SELECT sha256 FROM backup_objects o WHERE user_id = $1 AND target = $2 AND last_seen < coalesce(
    (SELECT min(made_at) FROM backup_runs WHERE user_id = $1 AND target = $2), 'infinity') LIMIT ${BATCH}`
const FORGET = `DELETE FROM backup_objects WHERE user_id = $1 AND target = $2 AND sha256 = ANY ($3)`

/** With the last backup its drill is of no meaning any more. */
const FORGET_DRILL = `
  DELETE FROM backup_verifications WHERE user_id = $1 AND target = $2
    AND NOT EXISTS (SELECT FROM backup_runs WHERE user_id = $1 AND target = $2 AND state = 'done')`

/** Takes backups away that are over, and what only they needed. Everything can be done twice. */
@Injectable()
export class Expiry {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stores: BackupStores,
  ) {}

  /** After a backup of an account. */
  async run(of: Of): Promise<void> {
    const rows = await this.db.sql<{ id: string }>(BEYOND, [of.userId, of.target])
    await this.remove(
      of,
      rows.map(({ id }) => id),
    )
  }

  /** Of accounts that are not backed up any more: without the plan, or gone. One that was never finished leaves files, too. */
  async ended(): Promise<void> {
    const rows = await this.db.sql<Of & { ids: string[] }>(
      `SELECT user_id AS "userId", target, array_agg(id) AS ids FROM backup_runs r
       WHERE expires_at < $1 AND (state <> 'done' OR NOT EXISTS (
         SELECT FROM backup_runs n WHERE n.user_id = r.user_id AND n.target = r.target AND n.expires_at >= $1))
       GROUP BY user_id, target LIMIT 100`,
      [this.clock.now()],
    )
    for (const { ids, ...of } of rows) await this.remove(of, ids)
  }

  private async remove(of: Of, ids: string[]): Promise<void> {
    const store = this.stores[of.target]
    if (!store) return
    for (const id of ids) await this.removeBackup(store, of, id)
    if (ids.length === 0) return
    while ((await this.removeUnused(store, of)) === BATCH);
    await this.db.commit(async tx => void tx.sql(FORGET_DRILL, [of.userId, of.target]))
  }

  /** The manifest first: without it there is no backup. The row last: it says that something is left. */
  private async removeBackup(store: Storage, { userId }: Of, id: string): Promise<void> {
    await store.remove([backupKeys.manifest(userId, id)])
    const keys: string[] = []
    for await (const { key } of store.list(`${backupKeys.ofAccount(userId)}${id}/`)) keys.push(key)
    await store.remove(keys)
    await this.db.commit(async tx => void tx.sql('DELETE FROM backup_runs WHERE id = $1', [id]))
  }

  private async removeUnused(store: Storage, { userId, target }: Of): Promise<number> {
    const rows = await this.db.sql<{ sha256: string }>(UNUSED, [userId, target])
    await store.remove(rows.map(({ sha256 }) => backupKeys.object(userId, sha256)))
    await this.db.commit(async tx => void tx.sql(FORGET, [userId, target, rows.map(({ sha256 }) => sha256)]))
    return rows.length
  }
}
