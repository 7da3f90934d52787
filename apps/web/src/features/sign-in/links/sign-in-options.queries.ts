import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'

/** Whether a link to a new password can be sent. Who knows the password can sign in all the same. */
export const offersPasswordReset = (): Promise<boolean> =>
  call(routes.getSignInOptions).then(
    ({ password_reset }) => password_reset,
    () => false,
  )
