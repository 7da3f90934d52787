import { defineService } from '@daymark/platform'
import { ForgetAccount, KeepLink, KeepUpload } from './activity/activity.subscribers.ts'
import { ForgetActivity } from './activity/forget-activity.job.ts'
import { ListActivity } from './activity/list-activity.handler.ts'
import { dashboardHandlers, dashboardProviders } from './dashboard/parts.ts'
import { Certificates1800000000005 } from './migrations/0005-certificates.ts'
import { Notices1800000000004 } from './migrations/0004-notices.ts'
import { noticesHandlers, noticesProviders } from './notices/parts.ts'
import { outgoingHandlers, outgoingJobs, outgoingProviders } from './outgoing/parts.ts'
import { systemHandlers, systemProviders } from './system/parts.ts'
import { workHandlers } from './work/parts.ts'
import { keepActs } from './audit/acts/parts.ts'
import { AuditLog } from './audit/chain/audit-log.ts'
import { CheckpointAudit } from './audit/keeping/keeping.jobs.ts'
import { CheckpointMetrics } from './audit/keeping/checkpoint-metrics.ts'
import { keepAudit } from './audit/keeping/parts.ts'
import { readAudit } from './audit/read/parts.ts'
import { backupConfigs, backupHandlers, backupJobs, backupProviders } from './backups/parts.ts'
import { AdminConfig } from './config.ts'
import { AdminLog } from './log.ts'
import { Audit1800000000001 } from './migrations/0001-audit.ts'
import { Activity1800000000002 } from './migrations/0002-activity.ts'
import { AuditWords1800000000003 } from './migrations/0003-audit-words.ts'
import { Backups1800000000006 } from './migrations/0006-backups.ts'
import { Wanted1800000000007 } from './migrations/0007-wanted.ts'
import { accountHandlers } from './accounts/parts.ts'

export const adminService = defineService({
  name: 'admin',
  callsOthers: true,
  configs: [AdminConfig, ...backupConfigs],
  migrations: [
    ...[Audit1800000000001, Activity1800000000002, AuditWords1800000000003],
    ...[Notices1800000000004, Certificates1800000000005],
    Backups1800000000006,
    Wanted1800000000007,
  ],
  handlers: [
    ...accountHandlers,
    ...readAudit,
    ListActivity,
    ...dashboardHandlers,
    ...systemHandlers,
    ...workHandlers,
    ...noticesHandlers,
    ...outgoingHandlers,
    ...backupHandlers,
  ],
  subscribers: [...keepActs, KeepUpload, KeepLink, ForgetAccount],
  jobs: [...keepAudit, ForgetActivity, ...backupJobs, ...outgoingJobs],
  providers: ({ log, config }) => [
    { provide: AdminLog, useValue: new AdminLog(log) },
    ...[AuditLog, CheckpointMetrics],
    ...dashboardProviders,
    ...systemProviders,
    ...noticesProviders,
    ...outgoingProviders,
    ...backupProviders({ log, config }),
  ],
  onStart: get => get(CheckpointAudit).run(),
})
