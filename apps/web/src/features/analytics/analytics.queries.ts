import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import { userTimeZone } from '../../lib/format/dates.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** S-TRK-03: days and hours are in the reader's chosen time zone. */
export function linkAnalytics(id: string, days: number): CachedQuery<http.ShareAnalytics> {
  const asked = { params: { id }, query: { days, time_zone: userTimeZone() } }
  return {
    type: 'shares',
    key: [addressOf(routes.getShareAnalytics, asked)],
    read: signal => call(routes.getShareAnalytics, { ...asked, signal }),
  }
}
