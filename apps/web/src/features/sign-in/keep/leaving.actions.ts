import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'

/** A user with a pending deletion who signed in: until when the account can be kept, and the challenge for it. */
export type Leaving = { challenge: string; dueAt: string }

/** Undefined for any other refused sign-in. */
export function leavingOf(reason: unknown): Leaving | undefined {
  const { challenge, deletion_due_at: dueAt } = (reason instanceof ApiError && reason.answer) || {}
  return challenge && dueAt ? { challenge, dueAt } : undefined
}

/** Restores the account and signs in. */
export const keepAccount = ({ challenge }: Leaving) => call(routes.cancelAccountDeletion, { body: { challenge } })
