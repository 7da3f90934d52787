import type { BackupFacts, BackupPlan, BackupsView, http } from '@daymark/contracts'

const presentPlan = (plan: BackupPlan | null) =>
  plan && { every_days: plan.everyDays, keep: plan.keep, offsite: plan.offsite }

export function presentBackups(view: BackupsView): http.Backups {
  const { configured, running, problem, nextAt, drill, restore, backups } = view
  return {
    ...{ configured, running, problem, drill, backups },
    plan: presentPlan(view.plan),
    next_at: nextAt,
    restore: restore && presentRestore(restore),
  }
}

function presentRestore(restore: NonNullable<BackupsView['restore']>): NonNullable<http.Backups['restore']> {
  const { id, backupId, backupAt, state, startedAt, finishedAt, photos, brought, problem } = restore
  return {
    ...{ id, state, photos, brought, problem },
    ...{ backup_id: backupId, backup_at: backupAt, started_at: startedAt, finished_at: finishedAt },
  }
}

export const presentBackupFacts = ({ configured, plans, drill }: BackupFacts): http.BackupFacts => ({
  ...{ configured, drill },
  plans: plans.map(({ tier, plan }) => ({ tier, plan: presentPlan(plan) })),
})
