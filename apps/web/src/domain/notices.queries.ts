import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../lib/api.ts'
import type { CachedRead } from './cache/use-cached.ts'

/** Current announcements and maintenance; reloaded after `notices.changed`. */
export const notices = (): CachedRead<http.Notices> => ({
  type: 'userProfile',
  key: [routes.getNotices.path],
  read: signal => call(routes.getNotices, { signal }),
})
