import type { AccountView, http } from '@daymark/contracts'
import { presentUser } from './account.ts'

/** S-ADA-02. White-listed, as every user is. */
export function presentAdminUser(account: AccountView): http.AdminUser {
  return {
    ...presentUser(account),
    state: account.state,
    suspended_reason: account.suspendedReason,
    deletion_due_at: account.deletionDueAt,
    deletion_by_owner: account.deletionByOwner ?? false,
    last_seen_at: account.lastSeenAt,
  }
}
