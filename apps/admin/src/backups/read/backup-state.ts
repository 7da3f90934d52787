import type { BackupTarget } from '@daymark/contracts'
import { Clock, Database, metrics, singleFlight } from '@daymark/platform'
import { Injectable, type OnModuleInit } from '@nestjs/common'

type BackupCounts = { accounts: number; late: number; failing: number; damaged: number }
type BackupProgress = { running: number; newestAt: Date | null }
type VerificationSummary = { at: Date | null; passed: boolean; checked: number; accounts: number }
const SELECT_VERIFICATIONS = `
  SELECT max(at) AS at, coalesce(bool_and(passed), true) AS passed, coalesce(sum(checked), 0)::int AS checked,
    count(DISTINCT user_id)::int AS accounts FROM backup_verifications`
type BackupProblem = { userId: string; target: BackupTarget; at: Date; reason: string }

/**
 * Counts accounts by the state of their backups. A backup is late if more than 1.5 intervals and two hours have passed since the last
 * successful one.
 */
const SELECT_COUNTS = `
  WITH newest AS (
    SELECT DISTINCT ON (user_id, target) user_id, target, least(made_at, finished_at) AS made_at,
      greatest(expires_at - made_at, interval '0') / keep AS every
    FROM backup_runs WHERE state = 'done' ORDER BY user_id, target, made_at DESC)
  SELECT (SELECT count(DISTINCT user_id)::int FROM newest) AS accounts,
    (SELECT count(*)::int FROM newest n JOIN backup_runs r ON r.user_id = n.user_id AND r.target = n.target AND r.state <> 'done'
     WHERE n.made_at < $1::timestamptz - n.every * 1.5 - interval '2 hours') AS late,
    (SELECT count(*)::int FROM backup_runs WHERE state = 'failed') AS failing,
    (SELECT count(*)::int FROM backup_verifications WHERE NOT passed) AS damaged`
const SELECT_PROBLEMS = `
  SELECT user_id AS "userId", target, progress_at AS at, coalesce(error, '') AS reason FROM backup_runs WHERE state = 'failed'
  UNION ALL SELECT user_id, target, at, 'The last verification found damaged files.' FROM backup_verifications WHERE NOT passed
  ORDER BY at DESC LIMIT 50`

const SELECT_PROGRESS = `
  SELECT count(*) FILTER (WHERE state IN ('waiting', 'running'))::int AS running, max(finished_at) AS "newestAt" FROM backup_runs`

/** Reads the state of the backups of all accounts, for the administration and for metrics. */
@Injectable()
export class BackupState implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const readCounts = singleFlight(() => this.readCounts())
    const readCount = (name: keyof BackupCounts) => async (): Promise<number> => (await readCounts())[name]
    metrics.gauge('daymark.backups.accounts', { description: 'Accounts that have a backup' }, readCount('accounts'))
    metrics.gauge('daymark.backups.late', { description: 'Overdue backups' }, readCount('late'))
    metrics.gauge('daymark.backups.failing', { description: 'Backups whose last attempt failed' }, readCount('failing'))
    metrics.gauge(
      'daymark.backups.red',
      { description: 'Backups whose last verification found damage' },
      readCount('damaged'),
    )
  }

  async readCounts(): Promise<BackupCounts> {
    const [row] = await this.db.sql<BackupCounts>(SELECT_COUNTS, [this.clock.now()])
    return row ?? { accounts: 0, late: 0, failing: 0, damaged: 0 }
  }
  async readProgress() {
    const [row] = await this.db.sql<BackupProgress>(SELECT_PROGRESS)
    return { running: row?.running ?? 0, newestAt: row?.newestAt?.toISOString() ?? null }
  }
  async readLastVerification() {
    const [row] = await this.db.sql<VerificationSummary>(SELECT_VERIFICATIONS)
    return row?.at ? { ...row, at: row.at.toISOString() } : null
  }
  /** Returns one message for each kind of problem of backups. The log contains the details. */
  async readProblemMessages(): Promise<string[]> {
    const { late, failing, damaged } = await this.readCounts()
    const messages = [
      [damaged, 'A restore drill found a damaged backup.', `Restore drills found ${damaged} damaged backups.`],
      [failing, 'The last backup of one account failed.', `The last backup of ${failing} accounts failed.`],
      [late, 'A backup is late.', `${late} backups are late.`],
    ] as const
    return messages.flatMap(([count, singular, plural]) => (count > 0 ? [count === 1 ? singular : plural] : []))
  }
  async readProblems() {
    const rows = await this.db.sql<BackupProblem>(SELECT_PROBLEMS)
    return rows.map(({ at, ...problem }) => ({ ...problem, at: at.toISOString() }))
  }
}
