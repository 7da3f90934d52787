import { z } from 'zod'
import { done, isoTime, role, rpc, text } from './define.ts'
import { accountState } from './http/admin/accounts.ts'
import { userView } from './identity.views.ts'
import { MAX_SEARCH } from './limits.ts'
import { tier } from './plans.ts'

/** A user as the administration sees it. Never a secret. */
export const accountView = userView.extend({
  state: accountState,
  suspendedReason: z.string().nullable(),
  deletionDueAt: isoTime.nullable().describe('when the account is deleted for good'),
  lastSeenAt: isoTime.nullable().describe('to the minute: of a session or a sign-in'),
})
export type AccountView = z.infer<typeof accountView>

/** Which accounts; `search` in email and display name, without regard to case. What is left out chooses nothing. */
export const accountChoice = {
  search: text.max(MAX_SEARCH).optional(),
  role: role.optional(),
  tier: tier.optional(),
  state: accountState.optional(),
}
/** A page of accounts, the newest first. `after`: the id of the last one that is there already. */
export const accountPage = z.object({
  limit: z.number().int().min(0).max(1000),
  offset: z.number().int().min(0),
  after: text.max(40).optional(),
  counted: z.boolean().default(true).describe('all that fit are counted as well'),
  ...accountChoice,
})

/** What the administration does with accounts; a part of identity. Only for super_admin (checked). */
export const accounts = {
  /** The audit log is told that a list of accounts left the house. */
  noteExport: rpc('identity.accounts.note-export', z.object(accountChoice), done),
}
