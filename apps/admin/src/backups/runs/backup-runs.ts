import { DAY_MS, MINUTE_MS, type ArchiveManifest, type BackupPlan, type BackupTarget } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** The delay between attempts doubles up to this limit. */
const MAX_RETRY_MINUTES = 60
/** Age of exported rows after which a retry exports them again. */
const MAX_EXPORT_AGE_MS = 12 * 60 * MINUTE_MS
/** A backup starts up to this much before it is due. Otherwise a daily backup would start a few minutes later every day. */
const SCHEDULE_SLACK_MS = 30 * MINUTE_MS

export type BackupRunRow = {
  id: string
  userId: string
  target: BackupTarget
  madeAt: Date
  manifest: ArchiveManifest | null
  position: number
  attempts: number
}
export type ScheduledBackup = { userId: string; target: BackupTarget; plan: BackupPlan }

/**
 * Creates runs for due backups. A backup that failed its verification does not count as the latest one, so the next run copies the damaged
 * files again. This happens at most once per interval, because a store that always returns wrong data would otherwise displace good
 * backups.
 */
const INSERT_DUE_RUNS = `
  INSERT INTO backup_runs (user_id, target, made_at, keep, expires_at, progress_at, retry_at)
  SELECT user_id, d ->> 'target', $2, (d ->> 'keep')::int, $2::timestamptz + (d ->> 'days')::float8 * interval '1 day', $2, $2
  FROM (SELECT d, ((d ->> 'userId')::uuid) AS user_id FROM jsonb_array_elements($1::jsonb) AS d) AS due
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, (array_agg(r.id ORDER BY r.made_at DESC))[1] AS newest
    FROM backup_runs r WHERE r.user_id = due.user_id AND r.target = d ->> 'target' AND r.state = 'done'
      AND least(r.made_at, r.finished_at) > $2::timestamptz - (d ->> 'every')::float8 * interval '1 ms'
      AND least(r.made_at, r.finished_at) <= $2::timestamptz + interval '1 hour'
  ) AS recent
  WHERE recent.count = 0 OR recent.count = 1 AND EXISTS (
    SELECT FROM backup_verifications b WHERE b.user_id = due.user_id AND b.target = d ->> 'target' AND b.run_id = recent.newest AND NOT b.passed)
  ON CONFLICT DO NOTHING`

/** Extends the expiry of the newest backup of accounts whose plan includes backups, so that a wrong clock cannot make it expire. */
const RETAIN_NEWEST = `
  UPDATE backup_runs r SET expires_at = $2::timestamptz + (d ->> 'days')::float8 * interval '1 day'
  FROM jsonb_array_elements($1::jsonb) AS d
  WHERE r.user_id = (d ->> 'userId')::uuid AND r.target = d ->> 'target' AND r.state = 'done'
    AND r.expires_at < $2::timestamptz + interval '1 day' AND r.made_at = (
      SELECT max(n.made_at) FROM backup_runs n WHERE n.user_id = r.user_id AND n.target = r.target AND n.state = 'done')`

/**
 * Claims the run that has waited longest. A run whose time is in the far future was stored while the clock was wrong, so it is due now.
 * Each backup gets a later time than the previous backup of the account, because it would otherwise expire first. Deleted accounts are
 * excluded.
 */
const CLAIM_RUN = `
  UPDATE backup_runs AS n SET state = 'running', progress_at = $1,
    made_at = CASE WHEN manifest IS NULL OR state = 'failed' AND made_at < $2 THEN greatest($1, (
      SELECT max(b.made_at) + interval '1 ms' FROM backup_runs b
      WHERE b.user_id = n.user_id AND b.target = n.target AND b.state = 'done')) ELSE made_at END,
    manifest = CASE WHEN state = 'failed' AND made_at < $2 THEN NULL ELSE manifest END,
    position = CASE WHEN state = 'failed' AND made_at < $2 THEN 0 ELSE position END
  WHERE id = (
    SELECT id FROM backup_runs WHERE state <> 'done' AND id <> ALL ($4::uuid[]) AND target <> ALL ($5::text[])
      AND (retry_at <= $1 OR retry_at > $3) AND expires_at > $1
    ORDER BY progress_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", target, made_at AS "madeAt", manifest, position, attempts`

/** Selects the next sequence number of an account. The numbers always increase, because the newest backup is removed last. */
const SELECT_NEXT_SEQUENCE = `
  SELECT id::text AS installation, (
    SELECT 1 + coalesce(max((manifest ->> 'sequence')::int), 0) FROM backup_runs
    WHERE user_id = $1 AND target = $2 AND state = 'done') AS sequence
  FROM installation.identity`

/** The rows of running and completed backups. */
@Injectable()
export class BackupRuns {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates a run for each due backup that has none. `job`: the job that processes runs. */
  async createDueRuns(due: ScheduledBackup[], job: { name: string }): Promise<void> {
    const rows = due.map(({ userId, target, plan: { everyDays, keep } }) => ({
      userId,
      target,
      keep,
      every: everyDays * DAY_MS - Math.min(SCHEDULE_SLACK_MS, (everyDays * DAY_MS) / 10),
      days: everyDays * keep,
    }))
    const params = [JSON.stringify(rows), this.clock.now()]
    await this.db.commit(async tx => {
      tx.sql(RETAIN_NEWEST, params)
      tx.sql(INSERT_DUE_RUNS, params)
      tx.startJob(job)
    })
  }

  /** Claims the next run. Returns undefined if no run is due. */
  async claimRun(skipped: { runs: string[]; targets: string[] }): Promise<BackupRunRow | undefined> {
    const now = this.clock.now()
    const exportedBefore = new Date(+now - MAX_EXPORT_AGE_MS)
    const latestRetryAt = new Date(+now + 2 * MAX_RETRY_MINUTES * MINUTE_MS)
    return (
      await this.db.commit(tx =>
        tx.sql<BackupRunRow>(`WITH next AS (${CLAIM_RUN}) SELECT * FROM next`, [
          now,
          exportedBefore,
          latestRetryAt,
          skipped.runs,
          skipped.targets,
        ]),
      )
    )[0]
  }

  /** Records that the rows are written, so that an interrupted run continues with the files. */
  async recordExport({ id }: BackupRunRow, manifest: ArchiveManifest): Promise<void> {
    await this.update(`UPDATE backup_runs SET manifest = $2, position = 0, progress_at = $3 WHERE id = $1`, [
      id,
      manifest,
      this.clock.now(),
    ])
  }

  async recordProgress(run: BackupRunRow, copied: { objects: number; bytes: number }): Promise<void> {
    await this.update(
      `UPDATE backup_runs SET manifest = $2, position = $3, copied = copied + $4, copied_bytes = copied_bytes + $5, progress_at = $6
       WHERE id = $1`,
      [run.id, run.manifest, run.position, copied.objects, copied.bytes, this.clock.now()],
    )
  }

  /** Adds installation, store and sequence number to the manifest. */
  async addSequence(target: BackupTarget, manifest: ArchiveManifest): Promise<ArchiveManifest> {
    const [row] = await this.db.sql<{ installation: string; sequence: number }>(SELECT_NEXT_SEQUENCE, [
      manifest.userId,
      target,
    ])
    if (!row) throw new Error('the database has no installation id')
    return { ...row, target, ...manifest }
  }

  async recordCompletion({ id }: BackupRunRow, manifest: ArchiveManifest): Promise<void> {
    await this.update(
      `UPDATE backup_runs SET state = 'done', finished_at = $2, manifest = $3, error = NULL, attempts = 0 WHERE id = $1`,
      [id, this.clock.now(), manifest],
    )
  }

  async setManifest(manifest: ArchiveManifest): Promise<void> {
    await this.update('UPDATE backup_runs SET manifest = $2 WHERE id = $1', [manifest.archive, manifest])
  }

  async recordFailure({ id, attempts }: BackupRunRow, reason: string): Promise<void> {
    const now = this.clock.now()
    const minutes = Math.min(2 ** attempts, MAX_RETRY_MINUTES)
    await this.update(
      `UPDATE backup_runs SET state = 'failed', error = $2, attempts = attempts + 1, retry_at = $3, progress_at = $4 WHERE id = $1`,
      [id, reason, new Date(+now + minutes * MINUTE_MS), now],
    )
  }

  private async update(sql: string, params: unknown[]): Promise<void> {
    await this.db.commit(async tx => tx.send(sql, params))
  }
}
