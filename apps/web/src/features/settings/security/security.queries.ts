import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'

/** Two-step sign-in and passkeys of the signed-in user. */
export const accountSecurity = (): CachedRead<http.AccountSecurity> => ({
  type: 'userProfile',
  key: [routes.getSecurity.path],
  read: signal => call(routes.getSecurity, { signal }),
})
