import type { http, Role, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { memoryQuery } from '../../../domain/cache/use-cached.ts'
import { urlOf, call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'
import { type PagedQuery, refetchAdminDataAfter, refetchAdminData } from '../frame/use-admin-query.tsx'

const PAGE_SIZE = 50

export type UserFilter = { search?: string; role?: Role; tier?: Tier; state?: http.AccountState }

/** Reads the users, newest first. */
export const usersQuery = (filter: UserFilter): PagedQuery<http.AdminUser> => ({
  url: urlOf(routes.listUsers, { query: filter }),
  readPage: async (after, signal) => {
    const query = { ...filter, limit: PAGE_SIZE, after }
    const items = await call(routes.listUsers, { query, signal })
    return { items, nextCursor: items.length === PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
  },
})

export const userExportUrl = (filter: UserFilter) => urlOf(routes.exportUsers, { query: filter })

/** Reads whether this installation can send email. */
export const mailChoicesQuery = memoryQuery(routes.getMailChoices)

export type NewUser = { email: string; displayName: string; role: Role; subscriptionTier: Tier }
type CreatedUser = { email: string }

const toRequestBody = ({ displayName, email, ...otherFields }: NewUser) => ({
  ...otherFields,
  email: email.trim(),
  displayName: displayName.trim() || null,
})

/** S-ADM-08: creates a user with a password. */
export const createUser = (user: NewUser, password: string): Promise<Outcome<CreatedUser>> =>
  outcomeOf(
    'Creating a user failed',
    () => call(routes.createUser, { body: { ...toRequestBody(user), password } }),
    'Failed to create user',
  )

/** S-ADM-08: creates a user and sends them an email with a link to set a password. */
export const inviteUser = (user: NewUser): Promise<Outcome<CreatedUser>> =>
  outcomeOf(
    'Inviting a user failed',
    () => call(routes.inviteUser, { body: toRequestBody(user) }),
    'Failed to create user',
  )

/** S-ADM-13: returns a random password. */
export const generatePassword = (): Promise<Outcome<string>> =>
  outcomeOf('Generating a password failed', async () => (await call(routes.generatePassword)).password)

/** S-ADM-09: resets the password and returns the temporary password. */
export async function resetPassword(id: string): Promise<Outcome<string>> {
  const outcome = await outcomeOf(
    'Resetting a password failed',
    async () => (await call(routes.resetPassword, { params: { id } })).temporaryPassword,
    'Failed to reset password',
  )
  void refetchAdminData()
  return outcome
}

export const accountQuery = (id: string) => memoryQuery(routes.getAccount, { params: { id } })

/** Runs a change of an account and refetches all data of the administration. */
const changeAccount = <T>(logMessage: string, request: () => Promise<T>) =>
  refetchAdminDataAfter(outcomeOf(logMessage, request))
const accountParams = (id: string) => ({ params: { id } })

export const changeRole = (id: string, role: Role) =>
  changeAccount('Changing the role failed', () => call(routes.updateAccount, { ...accountParams(id), body: { role } }))
export const renameUser = (id: string, display_name: string | null) =>
  changeAccount('Changing the name failed', () =>
    call(routes.updateAccount, { ...accountParams(id), body: { display_name } }),
  )

/** Changes plan and storage limit. `storageLimit` is in bytes. Undefined: the default of the plan. */
export const changePlan = (id: string, tier: Tier, storageLimit: number | undefined) =>
  changeAccount('Changing the plan failed', () =>
    call(routes.updateAccountPlan, {
      ...accountParams(id),
      body: { subscription_tier: tier, ...(storageLimit !== undefined && { storage_limit: storageLimit }) },
    }),
  )
export const suspendUser = (id: string, reason: string) =>
  changeAccount('Suspending the account failed', () =>
    call(routes.suspendAccount, { ...accountParams(id), body: { reason: reason.trim() || null } }),
  )
export const reactivateUser = (id: string) =>
  changeAccount('Reactivating the account failed', () => call(routes.reactivateAccount, accountParams(id)))
export const deleteAccount = (id: string) =>
  changeAccount('Deleting the account failed', () => call(routes.deleteAccount, accountParams(id)))
export const endSessions = (id: string) =>
  changeAccount('Ending the sessions failed', () => call(routes.endAccountSessions, accountParams(id)))
export const resetSecondStep = (id: string) =>
  changeAccount('Resetting the two-step sign-in failed', () => call(routes.resetSecondStep, accountParams(id)))
