import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'

export const firstLookPath = (token: string) => `/api/shares/public/${token}/first-look`

/** A visitor wants to be told when it is complete. */
export const subscribeTo = (visitor: Visitor, token: string, email: unknown = 'anna@example.org') =>
  visitor.post<http.ErrorAnswer>(firstLookPath(token), { email })

/** Who waits, as the owner sees it. */
export const subscribersOf = async (owner: Visitor, { id }: { id: string }) =>
  (await owner.get<http.ShareFirstLook>(`/api/shares/${id}/first-look`)).body.waiting

export const completeFirstLook = (owner: Visitor, { id }: { id: string }) =>
  owner.post<http.ErrorAnswer & { told: number; share: http.Share }>(`/api/shares/${id}/complete`)
