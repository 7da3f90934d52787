import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { urlOf, call, readWithRetry } from '../../lib/api.ts'

/** Sends the password of a link. A correct password sets a cookie for this link; a wrong one throws ApiError (401). */
export const unlockShare = (token: string, password: string) =>
  call(routes.unlockGallery, { params: { token }, body: { password } })

const requestShare = (token: string) => readWithRetry(() => call(routes.getGallery, { params: { token } }))

let prefetchedShare: { token: string; response: Promise<http.PublicShare> } | null = null

/** Requests a gallery before the code of its screen is loaded; the first call of `readShare` uses this response. */
export function prefetchShare(token: string) {
  const response = requestShare(token)
  // `readShare` passes the failure to its caller. Until then the browser must not report it as unhandled.
  response.catch(() => undefined)
  prefetchedShare = { token, response }
}

export function readShare(token: string): Promise<http.PublicShare> {
  const response = prefetchedShare?.token === token ? prefetchedShare.response : requestShare(token)
  prefetchedShare = null
  return response
}

export const zipUrl = (token: string) => urlOf(routes.downloadGallery, { params: { token } })
