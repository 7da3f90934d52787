import { type Actor, backups, errors, type Input, PLANS, requireUser, TIERS } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'
import { RunRestores } from '../restore/run-restores.job.ts'
import { BackupState } from './backup-state.ts'
import { AccountBackups } from './account-backups.ts'

const SELECT_BACKUP = `
  SELECT id, made_at AS "madeAt", target FROM backup_runs WHERE id = $1 AND user_id = $2 AND state = 'done'`
const INSERT_RESTORE = `
  INSERT INTO backup_restores (user_id, backup_id, backup_at, target, started_at, retry_at) VALUES ($1, $2, $3, $4, $5, $5)
  ON CONFLICT DO NOTHING RETURNING id`

@RpcHandlers()
export class BackupHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: BackupPlans,
    private readonly state: BackupState,
    private readonly backups: AccountBackups,
  ) {}

  @Handles(backups.getFacts)
  async getBackupOverview() {
    return {
      configured: this.plans.isConfigured,
      plans: TIERS.map(tier => ({ tier, plan: this.plans.findBackupPlan(PLANS[tier]) })),
      drill: await this.state.readLastVerification(),
    }
  }

  @Handles(backups.get)
  getBackups(_: Input<typeof backups.get>, actor: Actor) {
    return this.backups.get(requireUser(actor), actor)
  }

  @Handles(backups.getSummary)
  async listBackupProblems() {
    const { state } = this
    const [counts, progress, drill, problems] = await Promise.all([
      ...([state.readCounts(), state.readProgress(), state.readLastVerification(), state.readProblems()] as const),
    ])
    return { configured: this.plans.isConfigured, ...counts, ...progress, drill, problems }
  }

  @Handles(backups.restore)
  async restoreBackup({ backupId }: Input<typeof backups.restore>, actor: Actor) {
    const userId = requireUser(actor)
    const rows = isId(backupId)
      ? await this.db.sql<{ madeAt: Date; target: string }>(SELECT_BACKUP, [backupId, userId])
      : []
    const [backup] = rows
    if (!backup) throw errors.NOT_FOUND()
    const params = [userId, backupId, backup.madeAt, backup.target, this.clock.now()]
    const inserted = await this.db.commit(tx => {
      tx.startJob(RunRestores)
      return tx.sql(INSERT_RESTORE, params)
    })
    if (inserted.length === 0) throw errors.CONFLICT({ reason: 'Another restore is already running.' })
    return this.backups.get(userId, actor)
  }
}
