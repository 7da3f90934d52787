import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** What the account holds: photos, storage by kind, what happened lately. */
export const accountAnalytics = (): CachedRead<http.AccountAnalytics> => ({
  type: 'userProfile',
  key: [routes.getAnalytics.path],
  read: signal => call(routes.getAnalytics, { signal }),
})

/** How much of what the plan limits is used. */
export const subscriptionUsage = (): CachedRead<http.SubscriptionUsage> => ({
  type: 'userProfile',
  key: [routes.getSubscriptionUsage.path],
  read: signal => call(routes.getSubscriptionUsage, { signal }),
})
