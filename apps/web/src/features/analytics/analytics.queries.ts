import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { urlOf, call } from '../../lib/api.ts'
import { userTimeZone } from '../../lib/format/dates.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** S-TRK-03: the server groups by day and hour in the time zone of the user. */
export function linkAnalyticsQuery(id: string, days: number): CachedQuery<http.ShareAnalytics> {
  const request = { params: { id }, query: { days, time_zone: userTimeZone() } }
  return {
    type: 'shares',
    key: [urlOf(routes.getShareAnalytics, request)],
    read: signal => call(routes.getShareAnalytics, { ...request, signal }),
  }
}
