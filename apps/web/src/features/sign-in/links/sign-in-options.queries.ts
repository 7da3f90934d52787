import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'

/** Whether a password link can be sent. On failure the sign-in works without it. */
export const offersPasswordReset = (): Promise<boolean> =>
  call(routes.getSignInOptions).then(
    ({ password_reset }) => password_reset,
    () => false,
  )
