import { setTimeout as delay } from 'node:timers/promises'
import type { ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { RunBackups } from '../runs/backup.jobs.ts'
import type { RestoreSelection } from './restore-selection.ts'
import { RunRestores } from './run-restores.job.ts'

const INSERT_RESTORE = `
  INSERT INTO backup_restores (user_id, backup_id, backup_at, target, part, started_at, retry_at)
  VALUES ($1, $2, $3, $4, $5, now(), now()) ON CONFLICT DO NOTHING RETURNING id`
type RestoreRow = { state: string; photos: number | null; restored: number; missing: number; problem: string | null }

/** Requests a restore from the running services and waits until it has ended. Returns undefined if another restore is running. */
export async function requestRestore(
  db: Database,
  { userId, archive, at }: ArchiveManifest,
  target: BackupTarget,
  selection: RestoreSelection,
): Promise<RestoreRow | undefined> {
  const [inserted] = await db.commit(tx => {
    tx.startJob(RunRestores)
    return tx.sql<{ id: string }>(INSERT_RESTORE, [userId, archive, at, target, selection])
  })
  if (!inserted) return undefined
  for (;;) {
    const [row] = await db.sql<RestoreRow>(
      'SELECT state, photos, restored, missing, problem FROM backup_restores WHERE id = $1',
      [inserted.id],
    )
    if (!row || row.state === 'done' || row.state === 'failed') return row
    await delay(500)
  }
}

/** Starts backups of these accounts immediately, even if they are not due. */
export async function backUpNow(
  db: Database,
  backups: { userId: string; target: BackupTarget; keep: number; days: number }[],
) {
  const rows = await db.commit(tx => {
    tx.startJob(RunBackups)
    return tx.sql<{ id: string }>(
      `INSERT INTO backup_runs (user_id, target, made_at, keep, expires_at, progress_at, retry_at)
       SELECT (d ->> 'userId')::uuid, d ->> 'target', now(), (d ->> 'keep')::int, now() + (d ->> 'days')::float8 * interval '1 day', now(), now()
       FROM jsonb_array_elements($1::jsonb) AS d
       ON CONFLICT (user_id, target) WHERE state <> 'done'
       DO UPDATE SET retry_at = now(), error = NULL, state = CASE backup_runs.state WHEN 'failed' THEN 'waiting' ELSE backup_runs.state END
       RETURNING id`,
      [JSON.stringify(backups)],
    )
  })
  return rows.map(({ id }) => id)
}

/** Returns the number of unfinished backups and the error of one of them. */
export async function summarizeUnfinishedBackups(
  db: Database,
  ids: string[],
): Promise<{ unfinishedCount: number; error: string | null }> {
  const [row] = await db.sql<{ unfinishedCount: number; error: string | null }>(
    `SELECT count(*)::int AS "unfinishedCount", max(error) AS error FROM backup_runs WHERE id = ANY ($1::uuid[]) AND state <> 'done'`,
    [ids],
  )
  return row ?? { unfinishedCount: 0, error: null }
}
