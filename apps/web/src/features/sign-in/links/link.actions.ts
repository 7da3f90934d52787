import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'

/** Waits for a request. Returns null on success, or the message of the failure. */
async function failureMessageOf(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}

export const requestPasswordReset = (username: string) =>
  failureMessageOf(call(routes.requestPasswordReset, { body: { username } }))
export const resetPassword = (token: string, password: string) =>
  failureMessageOf(call(routes.usePasswordLink, { body: { token, new_password: password } }))
export const confirmEmail = (token: string) => failureMessageOf(call(routes.confirmEmail, { body: { token } }))
export const unsubscribe = (token: string) => failureMessageOf(call(routes.unsubscribe, { query: { token } }))
