import {
  type ArchivedAccount,
  defineService,
  DeleteOldFailures,
  discover,
  FailuresTable1700000000002,
} from '@daymark/platform'
import { DeveloperConfig } from './config.ts'

/** The tables in a backup of an account. They contain hashes of tokens and sealed secrets of webhooks. Deliveries are left out. */
const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'api_tokens', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'webhooks', where: 't.owner_id = $1', key: { id: 'uuid' } },
  ],
}

const discovered = await discover(import.meta.dirname)

export const developerService = defineService({
  ...discovered,
  name: 'developer',
  archive: archivedAccount,
  configs: [DeveloperConfig],
  migrations: [FailuresTable1700000000002, ...discovered.migrations],
  resources: {
    webhook: { table: 'webhooks', id: 'id', owner: 'owner_id' },
    token: { table: 'api_tokens', id: 'id', owner: 'user_id' },
  },
  jobs: [...discovered.jobs, DeleteOldFailures],
})
