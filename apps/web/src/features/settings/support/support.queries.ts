import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

export const support = (): CachedRead<http.Support> => ({
  type: 'userProfile',
  key: [routes.getSupport.path],
  read: signal => call(routes.getSupport, { signal }),
})
