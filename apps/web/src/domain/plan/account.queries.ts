import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** Photo count, storage by kind and recent activity of the account. */
export const accountAnalytics = (): CachedRead<http.AccountAnalytics> => ({
  type: 'userProfile',
  key: [routes.getAnalytics.path],
  read: signal => call(routes.getAnalytics, { signal }),
})

/** Usage of what the plan limits. */
export const subscriptionUsage = (): CachedRead<http.SubscriptionUsage> => ({
  type: 'userProfile',
  key: [routes.getSubscriptionUsage.path],
  read: signal => call(routes.getSubscriptionUsage, { signal }),
})
