import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedQuery } from '../cache/use-cached.ts'

/** Reads the plan of the signed-in user with its limits. */
export const subscriptionQuery = (): CachedQuery<http.Subscription> => ({
  type: 'userProfile',
  key: [routes.getSubscription.path],
  read: signal => call(routes.getSubscription, { signal }),
})

/** Reads the photo count, storage by variant and recent activity of the account. */
export const accountAnalyticsQuery = (): CachedQuery<http.AccountAnalytics> => ({
  type: 'userProfile',
  key: [routes.getAnalytics.path],
  read: signal => call(routes.getAnalytics, { signal }),
})

/** Reads how much of each plan limit the account uses. */
export const subscriptionUsageQuery = (): CachedQuery<http.SubscriptionUsage> => ({
  type: 'userProfile',
  key: [routes.getSubscriptionUsage.path],
  read: signal => call(routes.getSubscriptionUsage, { signal }),
})
