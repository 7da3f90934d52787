import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import { timeZone } from '../../lib/format/dates.ts'
import type { CachedRead } from '../../domain/cache/use-cached.ts'

/** S-TRK-03: days and hours are in the reader's chosen time zone. */
export function linkAnalytics(id: string, days: number): CachedRead<http.ShareAnalytics> {
  const asked = { params: { id }, query: { days, time_zone: timeZone() } }
  return {
    type: 'shares',
    key: [addressOf(routes.getShareAnalytics, asked)],
    read: signal => call(routes.getShareAnalytics, { ...asked, signal }),
  }
}
