import type { Role, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../../lib/api.ts'
import { outcomeOf } from '../../../../lib/outcome.ts'
import { changing } from '../../frame/use-admin-read.ts'

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
