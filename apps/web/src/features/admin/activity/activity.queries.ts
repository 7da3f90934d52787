import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../lib/api.ts'
import type { PagedQuery } from '../frame/pages.tsx'

const PAGE_SIZE = 50

export type ActivityFilter = { type?: http.ActivityItem['activity_type']; user?: string }

export const activityQuery = (filter: ActivityFilter): PagedQuery<http.ActivityItem> => ({
  address: addressOf(routes.listActivity, { query: filter }),
  readPage: async (before, signal) => {
    const items = await call(routes.listActivity, { query: { ...filter, limit: PAGE_SIZE, before }, signal })
    return { items, next: items.length === PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
  },
})
