import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'
import { type Leaving, leavingOf } from '../keep/leaving.actions.ts'

export type Passing = 'passed' | { why: string; message: string | null; leaving?: Leaving | undefined }

/** A code of the authenticator app or a recovery code; `why` is the error code. */
export async function passSecondStep(challenge: string, code: string): Promise<Passing> {
  try {
    await call(routes.passSecondStep, { body: { challenge, code } })
    return 'passed'
  } catch (reason) {
    return reason instanceof ApiError
      ? { why: reason.code, message: reason.serverMessage, leaving: leavingOf(reason) }
      : { why: '', message: null }
  }
}
