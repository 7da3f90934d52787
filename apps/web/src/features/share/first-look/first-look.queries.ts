import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'

/** Whether a visitor can be told by mail. What cannot be asked is not offered. */
export const canBeTold = async (token: string, signal: AbortSignal): Promise<boolean> =>
  (await call(routes.getGalleryFirstLook, { params: { token }, signal })).by_mail

/** Answers what stands in the way, if something does. */
export async function awaitGallery(token: string, email: string): Promise<string | null> {
  try {
    await call(routes.awaitGallery, { params: { token }, body: { email } })
    return null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'This was not possible. Please try again.'
  }
}
