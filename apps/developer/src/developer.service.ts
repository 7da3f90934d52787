import { defineService, discover, FailuresTable1700000000002, DeleteOldFailures } from '@daymark/platform'
import { archivedAccount } from './owners/archived-account.ts'
import { DeveloperConfig } from './config.ts'
import { DeveloperLog } from './log.ts'

const own = await discover(import.meta.dirname)

export const developerService = defineService({
  ...own,
  name: 'developer',
  archive: archivedAccount,
  configs: [DeveloperConfig],
  migrations: [FailuresTable1700000000002, ...own.migrations],
  resources: {
    webhook: { table: 'webhooks', id: 'id', owner: 'owner_id' },
    token: { table: 'api_tokens', id: 'id', owner: 'user_id' },
  },
  jobs: [...own.jobs, DeleteOldFailures],
  providers: ({ log }) => [{ provide: DeveloperLog, useValue: new DeveloperLog(log) }],
})
