import { defineService, discover, FailuresTable1700000000100, DeleteOldFailures, SavePlan } from '@daymark/platform'
import { archivedAccount } from './archive/archived-account.ts'
import { SharingConfig, TrashConfig } from './config.ts'
import { sharingResources } from './resources.ts'

const own = await discover(import.meta.dirname)

export const sharingService = defineService({
  ...own,
  name: 'sharing',
  archive: archivedAccount,
  configs: [SharingConfig, TrashConfig],
  migrations: [FailuresTable1700000000100, ...own.migrations],
  resources: sharingResources,
  subscribers: [...own.subscribers, SavePlan],
  jobs: [...own.jobs, DeleteOldFailures],
})
