import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'

/** Answers null when it is changed, else the sentence that says why not. */
export async function changePassword(current: string, next: string): Promise<string | null> {
  try {
    await call(routes.changePassword, { body: { current_password: current, new_password: next } })
    return null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'The password could not be changed. Please try again.'
  }
}
