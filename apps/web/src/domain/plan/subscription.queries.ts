import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** The plan of the signed-in user with its limits. */
export const subscription = (): CachedRead<http.Subscription> => ({
  type: 'userProfile',
  key: [routes.getSubscription.path],
  read: signal => call(routes.getSubscription, { signal }),
})
