import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../lib/api.ts'
import type { CachedQuery } from './cache/use-cached.ts'

/** Reads the current announcements and the maintenance state. The event `notices.changed` makes the data stale. */
export const noticesQuery = (): CachedQuery<http.Notices> => ({
  type: 'userProfile',
  key: [routes.getNotices.path],
  read: signal => call(routes.getNotices, { signal }),
})
