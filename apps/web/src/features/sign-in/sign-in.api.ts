import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'

/**
 * The pending deletion of the account of a user who signs in: when the account is deleted, and the challenge that the
 * request to keep the account must contain.
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

type SecondStepResult =
  'passed' | { code: string; message: string | null; pendingDeletion?: PendingDeletion | undefined }

/** Sends a code of the authenticator app or a recovery code. In the result of a failure, `code` is the error code. */
export async function passSecondStep(challenge: string, code: string): Promise<SecondStepResult> {
  try {
    await call(routes.passSecondStep, { body: { challenge, code } })
    return 'passed'
  } catch (reason) {
    return reason instanceof ApiError
      ? { code: reason.code, message: reason.serverMessage, pendingDeletion: pendingDeletionOf(reason) }
      : { code: '', message: null }
  }
}

/**
 * Reads whether a reset link can be requested. False after a failure, so that the sign-in works without this option.
 */
export const offersPasswordReset = (): Promise<boolean> =>
  call(routes.getSignInOptions).then(
    ({ password_reset }) => password_reset,
    () => false,
  )
