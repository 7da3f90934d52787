import type { AuditedActionName, http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { urlOf, call } from '../../../lib/api.ts'
import type { PagedQuery } from '../frame/use-admin-query.tsx'

const PAGE_SIZE = 50

export type ActivityFilter = { type?: http.ActivityItem['activity_type']; user?: string }

export const activityQuery = (filter: ActivityFilter): PagedQuery<http.ActivityItem> => ({
  url: urlOf(routes.listActivity, { query: filter }),
  readPage: async (before, signal) => {
    const items = await call(routes.listActivity, { query: { ...filter, limit: PAGE_SIZE, before }, signal })
    return { items, nextCursor: items.length === PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
  },
})

export type AuditFilter = {
  search?: string
  action?: AuditedActionName
  /** The id of the user who performed the action. */
  actor?: string
  /** The id of the user to whom the action was applied. */
  target?: string
  /** The first and the last day, such as 2026-05-04, in the administrator's time zone. */
  from?: string
  to?: string
}

/** Returns the start of a day in the administrator's time zone, as an ISO 8601 time. Undefined: no day is selected. */
const toDayStart = (day: string | undefined, plusDays = 0) => {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plusDays).toISOString()
}
const toRequestQuery = ({ from, to, ...otherFilters }: AuditFilter) => ({
  ...otherFilters,
  from: toDayStart(from),
  to: toDayStart(to, 1),
})

export const auditQuery = (filter: AuditFilter): PagedQuery<http.AuditEntry> => ({
  url: urlOf(routes.listAudit, { query: toRequestQuery(filter) }),
  readPage: async (before, signal) => {
    const query = { ...toRequestQuery(filter), limit: PAGE_SIZE, before }
    const { entries, next_before } = await call(routes.listAudit, { query, signal })
    return { items: entries, nextCursor: next_before }
  },
})

export const auditExportUrl = (filter: AuditFilter) => urlOf(routes.exportAudit, { query: toRequestQuery(filter) })
export const verifyAuditLog = () => call(routes.checkAudit)
