import { Sealer, type ServiceContext } from '@daymark/platform'
import { BackupStores } from '@daymark/storage'
import { Accounts } from './archive/accounts.ts'
import { BackupConfig, BackupKeys, BackupsConfig, OffsiteConfig } from './config.ts'
import { Drill } from './drill/drill.ts'
import { RunDrills } from './drill/run-drills.job.ts'
import { BackupLog } from './log.ts'
import { BackupPlans } from './plans.ts'
import { BackupState } from './read/backup-state.ts'
import { GetBackupFacts, GetBackups, ListProblems, RestoreBackup } from './read/read.handlers.ts'
import { OwnBackups } from './read/own-backups.ts'
import { Restorer } from './restore/restorer.ts'
import { RunRestores } from './restore/run-restores.job.ts'
import { BackupRun } from './runs/backup-run.ts'
import { Expiry } from './runs/expiry.ts'
import { RunBackups, ScheduleBackups } from './runs/runs.jobs.ts'
import { Runs } from './runs/runs.ts'
import { StoredObjects } from './runs/stored-objects.ts'

/** Copies of accounts: when they are made, what is kept of them, whether they can be read, and how they come back. */
export const backupConfigs = [BackupsConfig, BackupConfig, OffsiteConfig, BackupKeys]
export const backupHandlers = [GetBackups, RestoreBackup, GetBackupFacts, ListProblems]
export const backupJobs = [ScheduleBackups, RunBackups, RunDrills, RunRestores]
export const backupProviders = ({ config, log }: Pick<ServiceContext, 'config' | 'log'>) => [
  {
    provide: BackupStores,
    useFactory: () =>
      new BackupStores({
        backup: config(BackupConfig),
        offsite: config(OffsiteConfig),
        encryption: config(BackupKeys),
      }),
  },
  { provide: BackupLog, useValue: new BackupLog(log) },
  ...[Sealer, BackupPlans, Accounts, Runs, StoredObjects, BackupRun, Expiry, Drill, Restorer, OwnBackups, BackupState],
]
