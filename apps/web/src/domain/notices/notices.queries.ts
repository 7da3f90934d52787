import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** What everybody is told now; read again when the server says that it changed. */
export const notices = (): CachedRead<http.Notices> => ({
  type: 'userProfile',
  key: [routes.getNotices.path],
  read: signal => call(routes.getNotices, { signal }),
})
