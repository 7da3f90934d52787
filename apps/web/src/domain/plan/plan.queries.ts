import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from '../cache/use-cached.ts'

/** Reads the plan of the signed-in user with its limits. */
export const subscriptionQuery = () => cachedQuery('userProfile', routes.getSubscription)

/** Reads the photo count, storage by variant and recent activity of the account. */
export const accountAnalyticsQuery = () => cachedQuery('userProfile', routes.getAnalytics)

/** Reads how much of each plan limit the account uses. */
export const subscriptionUsageQuery = () => cachedQuery('userProfile', routes.getSubscriptionUsage)
