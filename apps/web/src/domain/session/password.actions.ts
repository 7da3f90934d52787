import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../lib/api.ts'

/** Changes the password. Returns null on success, or the message of the failure. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<string | null> {
  try {
    await call(routes.changePassword, { body: { current_password: currentPassword, new_password: newPassword } })
    return null
  } catch (reason) {
    return messageOf(reason, 'The password could not be changed. Please try again.')
  }
}
