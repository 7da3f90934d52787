import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'

/**
 * Reads whether a reset link can be requested. False after a failure, so that the sign-in works without this option.
 */
export const offersPasswordReset = (): Promise<boolean> =>
  call(routes.getSignInOptions).then(
    ({ password_reset }) => password_reset,
    () => false,
  )
