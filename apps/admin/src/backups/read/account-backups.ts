import { type Actor, billing, type BackupsView, entitlementOf, DAY_MS } from '@daymark/contracts'
import { Clock, Database, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { BackupPlans } from '../plans.ts'

const MAX_LISTED_BACKUPS = 200
const toIso = (date: Date): string => date.toISOString()
const toIsoOrNull = (date: Date | null): string | null => date && toIso(date)

type CompletedBackup = { id: string; madeAt: Date; photos: number; bytes: number; target: string }
type UnfinishedBackup = { position: number; total: number | null; error: string | null; state: string; retryAt: Date }
type VerificationRow = { at: Date; passed: boolean; checked: number; damaged: string[] }
type RestoreRow = Omit<NonNullable<BackupsView['restore']>, 'startedAt' | 'finishedAt' | 'backupAt'> & {
  startedAt: Date
  finishedAt: Date | null
  backupAt: Date
}

const SELECT_COMPLETED = `
  SELECT id, least(made_at, finished_at) AS "madeAt", target, (manifest -> 'counts' ->> 'photos')::int AS photos,
    (manifest -> 'counts' ->> 'bytes')::float8 AS bytes
  FROM backup_runs WHERE user_id = $1 AND state = 'done' AND manifest IS NOT NULL ORDER BY made_at DESC LIMIT ${MAX_LISTED_BACKUPS}`
const SELECT_UNFINISHED = `
  SELECT position, (manifest -> 'counts' ->> 'objects')::int AS total, error, state, retry_at AS "retryAt"
  FROM backup_runs WHERE user_id = $1 AND state <> 'done' ORDER BY target LIMIT 1`
/** Selects the last verification of an account in any backup store. A failed verification takes precedence. */
const SELECT_VERIFICATION = `SELECT at, passed, checked, damaged FROM backup_verifications WHERE user_id = $1 ORDER BY passed, at DESC LIMIT 1`
const SELECT_RESTORE = `
  SELECT id, backup_id AS "backupId", backup_at AS "backupAt", state, started_at AS "startedAt", finished_at AS "finishedAt",
    photos, restored AS brought, coalesce(problem, CASE WHEN missing > 0 THEN missing || ' photos could not be read from the backup.' END) AS problem
  FROM backup_restores WHERE user_id = $1 ORDER BY started_at DESC LIMIT 1`

/** The backups of an account as its user sees them. */
@Injectable()
export class AccountBackups {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rpc: RpcClient,
    private readonly plans: BackupPlans,
  ) {}

  async get(userId: string, actor: Actor): Promise<BackupsView> {
    const [subscription, completed, [unfinished], [verification], [restore]] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.db.sql<CompletedBackup>(SELECT_COMPLETED, [userId]),
      this.db.sql<UnfinishedBackup>(SELECT_UNFINISHED, [userId]),
      this.db.sql<VerificationRow>(SELECT_VERIFICATION, [userId]),
      this.db.sql<RestoreRow>(SELECT_RESTORE, [userId]),
    ])
    const plan = this.plans.findBackupPlan(entitlementOf(subscription, this.clock.now()))
    return {
      configured: this.plans.isConfigured,
      plan,
      running:
        unfinished && unfinished.state !== 'failed' ? { copied: unfinished.position, total: unfinished.total } : null,
      problem: unfinished?.error ?? null,
      nextAt: plan && completed[0] ? toIso(new Date(+completed[0].madeAt + plan.everyDays * DAY_MS)) : null,
      drill: verification ? { ...verification, at: toIso(verification.at) } : null,
      restore: restore ? this.toRestoreView(restore) : null,
      backups: completed.map(({ madeAt, target, ...backup }) => ({
        ...backup,
        at: toIso(madeAt),
        offsite: target === 'offsite',
      })),
    }
  }

  private toRestoreView({
    startedAt,
    finishedAt,
    backupAt,
    ...restore
  }: RestoreRow): NonNullable<BackupsView['restore']> {
    return { ...restore, startedAt: toIso(startedAt), finishedAt: toIsoOrNull(finishedAt), backupAt: toIso(backupAt) }
  }
}
