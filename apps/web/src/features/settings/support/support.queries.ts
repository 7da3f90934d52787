import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

export const supportQuery = (): CachedQuery<http.Support> => ({
  type: 'userProfile',
  key: [routes.getSupport.path],
  read: signal => call(routes.getSupport, { signal }),
})
