import type { http, Role, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../lib/api.ts'
import type { AdminRead } from '../frame/use-admin-read.ts'
import type { Paged } from '../lists/use-pages.ts'

const PAGE = 50

export type UserFilter = { search?: string; role?: Role; tier?: Tier; state?: http.AccountState }

/** The newest account comes first; a page begins after the last one of the previous page. */
export const users = (filter: UserFilter): Paged<http.AdminUser> => ({
  address: addressOf(routes.listUsers, { query: filter }),
  readPage: async (after, signal) => {
    const query = { ...filter, limit: PAGE, after }
    const items = await call(routes.listUsers, { query, signal })
    return { items, next: items.length === PAGE ? (items.at(-1)?.id ?? null) : null }
  },
})

export const exportAddress = (filter: UserFilter) => addressOf(routes.exportUsers, { query: filter })

/** Whether this installation can send mail. */
export const mail: AdminRead<http.MailChoices> = {
  address: routes.getMailChoices.path,
  read: signal => call(routes.getMailChoices, { signal }),
}
