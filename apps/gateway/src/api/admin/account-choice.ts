import type { accounts, http, Input } from '@daymark/contracts'
import type { z } from 'zod'

export type AccountFilter = Input<typeof accounts.recordExport>

/** Which accounts a query names; an empty one names all. */
export function accountFilter({ search, role, tier, state }: z.infer<typeof http.usersQuery>): AccountFilter {
  const trimmed = search?.trim()
  return {
    ...(trimmed && { search: trimmed }),
    ...(role && { role }),
    ...(tier && { tier }),
    ...(state && { state }),
  }
}
