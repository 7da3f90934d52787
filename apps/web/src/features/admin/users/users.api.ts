import type { http, Role, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'
import { type AdminRead, changing, readAgain } from '../frame/use-admin-read.ts'
import type { Paged } from '../frame/pages.tsx'

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

export type NewUser = { email: string; displayName: string; role: Role; subscriptionTier: Tier }
type Created = { email: string }

const named = ({ displayName, email, ...rest }: NewUser) => ({
  ...rest,
  email: email.trim(),
  displayName: displayName.trim() || null,
})

/** S-ADM-08 */
export const createUser = (user: NewUser, password: string): Promise<Outcome<Created>> =>
  outcomeOf(
    'Creating a user failed',
    () => call(routes.createUser, { body: { ...named(user), password } }),
    'Failed to create user',
  )

/** S-ADM-08; an email contains the link to set a password. */
export const inviteUser = (user: NewUser): Promise<Outcome<Created>> =>
  outcomeOf('Inviting a user failed', () => call(routes.inviteUser, { body: named(user) }), 'Failed to create user')

/** S-ADM-13 */
export const generatePassword = (): Promise<Outcome<string>> =>
  outcomeOf('Generating a password failed', async () => (await call(routes.generatePassword)).password)

/** S-ADM-09 */
export async function resetPassword(id: string): Promise<Outcome<string>> {
  const outcome = await outcomeOf(
    'Resetting a password failed',
    async () => (await call(routes.resetPassword, { params: { id } })).temporaryPassword,
    'Failed to reset password',
  )
  void readAgain()
  return outcome
}

export const account = (id: string): AdminRead<http.AdminAccount> => ({
  address: addressOf(routes.getAccount, { params: { id } }),
  read: signal => call(routes.getAccount, { params: { id }, signal }),
})

/** Refusals, such as removing the last administrator, show the message of the server. */
const change = <T>(what: string, request: () => Promise<T>) => changing(outcomeOf(what, request))
const of = (id: string) => ({ params: { id } })

export const changeRole = (id: string, role: Role) =>
  change('Changing the role failed', () => call(routes.updateAccount, { ...of(id), body: { role } }))
export const rename = (id: string, display_name: string | null) =>
  change('Changing the name failed', () => call(routes.updateAccount, { ...of(id), body: { display_name } }))

/** `storageLimit` in bytes; undefined: the default of the tier. */
export const changePlan = (id: string, tier: Tier, storageLimit: number | undefined) =>
  change('Changing the plan failed', () =>
    call(routes.updateAccountPlan, {
      ...of(id),
      body: { subscription_tier: tier, ...(storageLimit !== undefined && { storage_limit: storageLimit }) },
    }),
  )
export const suspend = (id: string, reason: string) =>
  change('Suspending failed', () => call(routes.suspendAccount, { ...of(id), body: { reason: reason.trim() || null } }))
export const reactivate = (id: string) => change('Reactivating failed', () => call(routes.reactivateAccount, of(id)))
export const deleteAccount = (id: string) => change('Deleting failed', () => call(routes.deleteAccount, of(id)))
export const endSessions = (id: string) =>
  change('Ending the sessions failed', () => call(routes.endAccountSessions, of(id)))
export const resetSecondStep = (id: string) =>
  change('Resetting the two-step sign-in failed', () => call(routes.resetSecondStep, of(id)))
