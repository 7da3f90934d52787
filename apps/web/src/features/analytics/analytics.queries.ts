import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from '../../domain/cache/use-cached.ts'
import { userTimeZone } from '../../lib/format/dates.ts'

/** S-TRK-03: the server groups by day and hour in the time zone of the user. */
export const linkAnalyticsQuery = (id: string, days: number) =>
  cachedQuery('shares', routes.getShareAnalytics, { params: { id }, query: { days, time_zone: userTimeZone() } })
