import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { safeLocalStorage } from '../../../lib/storage.ts'

/** Whether visitors can be notified by email; on failure, it is not offered. */
export const canNotify = async (token: string, signal: AbortSignal): Promise<boolean> =>
  (await call(routes.getGalleryFirstLook, { params: { token }, signal })).by_mail

/** Returns the message that explains the failure, if any. */
export async function subscribeToCompletion(token: string, email: string): Promise<string | null> {
  try {
    await call(routes.subscribeToCompletion, { params: { token }, body: { email } })
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}

/** When an address was entered in this browser. The server does not reveal it, and the gallery may be complete by now. */
export const addressLeftAt = (token: string): string | null => safeLocalStorage.getItem(nameOf(token))
export function rememberAddress(token: string): void {
  try {
    safeLocalStorage.setItem(nameOf(token), new Date().toISOString())
  } catch (reason) {
    logFailure('The request for a notification could not be stored in this browser', reason)
  }
}
const nameOf = (token: string) => `daymark.waits.${token}`
