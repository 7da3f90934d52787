import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'
import { type PendingDeletion, pendingDeletionOf } from './pending-deletion.actions.ts'

export type SecondStepResult =
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
