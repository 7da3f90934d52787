import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'

export const requestPasswordReset = (username: string) =>
  failureOf(call(routes.requestPasswordReset, { body: { username } }))
export const resetPassword = (token: string, password: string) =>
  failureOf(call(routes.usePasswordLink, { body: { token, new_password: password } }))
export const confirmEmail = (token: string) => failureOf(call(routes.confirmEmail, { body: { token } }))
export const unsubscribe = (token: string) => failureOf(call(routes.unsubscribe, { query: { token } }))
