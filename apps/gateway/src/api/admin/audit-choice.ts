import type { AuditFilter, http } from '@daymark/contracts'
import type { z } from 'zod'
import { fromDate, untilDate } from '../../helpers/dates.ts'

type Asked = z.infer<typeof http.auditQuery>

/** An empty field of the form chooses nothing. */
export function auditFilter({ action, actor, target, search, from, to }: Asked): AuditFilter {
  const span = { from: from && fromDate('from', from), to: to && untilDate('to', to) }
  return Object.fromEntries(Object.entries({ action, actor, target, search, ...span }).filter(([, value]) => value))
}
