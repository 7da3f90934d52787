import { defineService, discover } from '@daymark/platform'
import { BackupStores } from '@daymark/storage'
import { CheckpointAudit, CheckpointMetrics } from './audit/audit.jobs.ts'
import { AdminConfig, BackupConfig, BackupKeys, BackupsConfig, OffsiteConfig } from './config.ts'

export const adminService = defineService({
  ...(await discover(import.meta.dirname)),
  name: 'admin',
  callsOthers: true,
  configs: [AdminConfig, BackupsConfig, BackupConfig, OffsiteConfig, BackupKeys],
  providers: ({ config }) => [
    CheckpointMetrics,
    {
      provide: BackupStores,
      useFactory: () =>
        new BackupStores({
          backup: config(BackupConfig),
          offsite: config(OffsiteConfig),
          encryption: config(BackupKeys),
        }),
    },
  ],
  onStart: get => get(CheckpointAudit).run(),
})
