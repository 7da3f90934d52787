import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { local } from '../../../lib/storage.ts'

/** Whether visitors can be notified by email; if this cannot be read, it is not offered. */
export const canBeTold = async (token: string, signal: AbortSignal): Promise<boolean> =>
  (await call(routes.getGalleryFirstLook, { params: { token }, signal })).by_mail

/** Answers what stands in the way, if something does. */
export async function subscribeToCompletion(token: string, email: string): Promise<string | null> {
  try {
    await call(routes.subscribeToCompletion, { params: { token }, body: { email } })
    return null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'Something went wrong. Please try again.'
  }
}

/** When an address was left in this browser. The server does not reveal it, and the first look may be complete by now. */
export const addressLeftAt = (token: string): string | null => local.getItem(nameOf(token))
export function rememberAddress(token: string): void {
  try {
    local.setItem(nameOf(token), new Date().toISOString())
  } catch (reason) {
    logFailure('It cannot be remembered that an address was left', reason)
  }
}
const nameOf = (token: string) => `daymark.waits.${token}`
