import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'

/** Changes the password. Returns null on success, or the message of the failure. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  failureOf(call(routes.changePassword, { body: { current_password: currentPassword, new_password: newPassword } }), {
    fallback: 'The password could not be changed. Please try again.',
  })
