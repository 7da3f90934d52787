import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'

export const firstLookOf = (token: string) => `/api/shares/public/${token}/first-look`

/** Subscribes a visitor to the completion of the gallery. */
export const waitFor = (visitor: Visitor, token: string, email: unknown = 'anna@example.org') =>
  visitor.post<http.ErrorAnswer>(firstLookOf(token), { email })

/** Who waits, as the owner sees it. */
export const waitingFor = async (owner: Visitor, { id }: { id: string }) =>
  (await owner.get<http.ShareFirstLook>(`/api/shares/${id}/first-look`)).body.waiting

export const complete = (owner: Visitor, { id }: { id: string }) =>
  owner.post<http.ErrorAnswer & { notified: number; share: http.Share }>(`/api/shares/${id}/complete`)
