import { http, type Input, type adminAccounts } from '@daymark/contracts'
import type { z } from 'zod'

type Choice = Input<typeof adminAccounts.noteExport>

/** Which accounts a query names; an empty one names all. */
export function accountChoice({ search, role, tier, state }: z.infer<typeof http.usersQuery>): Choice {
  const trimmed = search?.trim()
  return {
    ...(trimmed && { search: trimmed }),
    ...(role && { role }),
    ...(tier && { tier }),
    ...(state && { state }),
  }
}
