import type { Audited, http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../../lib/api.ts'
import type { Paged } from '../../lists/use-pages.ts'

const PAGE = 50

export type AuditFilter = {
  search?: string
  action?: Audited
  actor?: string
  target?: string
  /** Days such as 2026-05-04 in the reader's time zone; the last one is included. */
  from?: string
  to?: string
}

const dayStart = (day: string | undefined, plusDays = 0) => {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plusDays).toISOString()
}
const asked = ({ from, to, ...rest }: AuditFilter) => ({ ...rest, from: dayStart(from), to: dayStart(to, 1) })

export const audit = (filter: AuditFilter): Paged<http.AuditItem> => ({
  address: addressOf(routes.listAudit, { query: asked(filter) }),
  readPage: async (before, signal) => {
    const query = { ...asked(filter), limit: PAGE, before }
    const { entries, next_before } = await call(routes.listAudit, { query, signal })
    return { items: entries, next: next_before }
  },
})

export const exportAddress = (filter: AuditFilter) => addressOf(routes.exportAudit, { query: asked(filter) })
export const checkAudit = () => call(routes.checkAudit)
