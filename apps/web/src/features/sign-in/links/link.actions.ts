import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'

/** Waits for a request. Returns null on success, or the message of the failure. */
async function refusalOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}

export const askForLink = (username: string) => refusalOf(call(routes.requestPasswordReset, { body: { username } }))
export const choosePassword = (token: string, password: string) =>
  refusalOf(call(routes.usePasswordLink, { body: { token, new_password: password } }))
export const confirmEmail = (token: string) => refusalOf(call(routes.confirmEmail, { body: { token } }))
export const unsubscribe = (token: string) => refusalOf(call(routes.unsubscribe, { query: { token } }))
