import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'

/**
 * The pending deletion of the account of a user who signs in: when the account is deleted, and the challenge with which
 * it can be kept.
 */
export type PendingDeletion = { challenge: string; dueAt: string }

/** Returns the pending deletion that an error of a sign-in contains. Undefined for other errors. */
export function pendingDeletionOf(reason: unknown): PendingDeletion | undefined {
  const { challenge, deletion_due_at: dueAt } = (reason instanceof ApiError && reason.body) || {}
  return challenge && dueAt ? { challenge, dueAt } : undefined
}

/** Cancels the deletion of the account and signs in. */
export const keepAccount = ({ challenge }: PendingDeletion) =>
  call(routes.cancelAccountDeletion, { body: { challenge } })
