import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

export const domainSettings = (): CachedRead<http.DomainSettings> => ({
  type: 'userProfile',
  key: [routes.getDomain.path],
  read: signal => call(routes.getDomain, { signal }),
})
