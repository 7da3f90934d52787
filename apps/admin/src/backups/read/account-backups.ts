import { type Actor, billing, type BackupsView, entitlementOf } from '@daymark/contracts'
import { Clock, Database, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { BackupPlans } from '../plans.ts'

const DAY_MS = 86_400_000
const LISTED = 200
const iso = (date: Date): string => date.toISOString()
const isoOrNull = (date: Date | null): string | null => date && iso(date)

type Done = { id: string; madeAt: Date; photos: number; bytes: number; target: string }
type Open = { position: number; total: number | null; error: string | null; state: string; retryAt: Date }
type Verification = { at: Date; passed: boolean; checked: number; damaged: string[] }
type Restore = Omit<NonNullable<BackupsView['restore']>, 'startedAt' | 'finishedAt' | 'backupAt'> & {
  startedAt: Date
  finishedAt: Date | null
  backupAt: Date
}

const DONE = `
  SELECT id, least(made_at, finished_at) AS "madeAt", target, (manifest -> 'counts' ->> 'photos')::int AS photos,
    (manifest -> 'counts' ->> 'bytes')::float8 AS bytes
  FROM backup_runs WHERE user_id = $1 AND state = 'done' AND manifest IS NOT NULL ORDER BY made_at DESC LIMIT ${LISTED}`
const OPEN = `
  SELECT position, (manifest -> 'counts' ->> 'objects')::int AS total, error, state, retry_at AS "retryAt"
  FROM backup_runs WHERE user_id = $1 AND state <> 'done' ORDER BY target LIMIT 1`
/** A failed verification of either store comes first. */
const VERIFICATION = `SELECT at, passed, checked, damaged FROM backup_verifications WHERE user_id = $1 ORDER BY passed, at DESC LIMIT 1`
const RESTORE = `
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

  async of(userId: string, actor: Actor): Promise<BackupsView> {
    const [subscription, done, [open], [verification], [restore]] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.db.sql<Done>(DONE, [userId]),
      this.db.sql<Open>(OPEN, [userId]),
      this.db.sql<Verification>(VERIFICATION, [userId]),
      this.db.sql<Restore>(RESTORE, [userId]),
    ])
    const plan = this.plans.of(entitlementOf(subscription, this.clock.now()))
    return {
      configured: this.plans.configured,
      plan,
      running: open && open.state !== 'failed' ? { copied: open.position, total: open.total } : null,
      problem: open?.error ?? null,
      nextAt: plan && done[0] ? iso(new Date(+done[0].madeAt + plan.everyDays * DAY_MS)) : null,
      drill: verification ? { ...verification, at: iso(verification.at) } : null,
      restore: restore ? this.restoreView(restore) : null,
      backups: done.map(({ madeAt, target, ...one }) => ({ ...one, at: iso(madeAt), offsite: target === 'offsite' })),
    }
  }

  private restoreView({ startedAt, finishedAt, backupAt, ...restore }: Restore): NonNullable<BackupsView['restore']> {
    return { ...restore, startedAt: iso(startedAt), finishedAt: isoOrNull(finishedAt), backupAt: iso(backupAt) }
  }
}
