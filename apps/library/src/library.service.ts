import { defineService, discover } from '@daymark/platform'
import { archivedAccount } from './archive/archived-account.ts'
import { LibraryMetrics } from './accounts/library-metrics.ts'
import { LibraryConfig } from './config.ts'

export const libraryService = defineService({
  ...(await discover(import.meta.dirname)),
  name: 'library',
  configs: [LibraryConfig],
  // every change of a library writes its row in `accounts`, so the row version identifies the state of the library
  resources: { library: { table: 'accounts', owner: 'user_id' } },
  archive: archivedAccount,
  providers: () => [LibraryMetrics],
})
