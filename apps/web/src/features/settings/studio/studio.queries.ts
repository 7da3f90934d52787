import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

export const brandSettings = (): CachedRead<http.BrandSettings> => ({
  type: 'userProfile',
  key: [routes.getBrand.path],
  read: signal => call(routes.getBrand, { signal }),
})
