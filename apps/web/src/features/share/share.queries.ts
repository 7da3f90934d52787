import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call, readWithRetry } from '../../lib/api.ts'

/** A correct password sets a cookie for this link; a wrong one is refused with 401. */
export const unlockShare = (token: string, password: string) =>
  call(routes.unlockGallery, { params: { token }, body: { password } })

const requestShare = (token: string) => readWithRetry(() => call(routes.getGallery, { params: { token } }))

let prefetched: { token: string; response: Promise<http.PublicShare> } | null = null

/** Requests a gallery before the code of its screen is loaded; the first call of `readShare` uses this response. */
export function prefetchShare(token: string) {
  const response = requestShare(token)
  // `readShare` returns the failure to its caller; until then it must not count as unhandled.
  response.catch(() => undefined)
  prefetched = { token, response }
}

export function readShare(token: string): Promise<http.PublicShare> {
  const response = prefetched?.token === token ? prefetched.response : requestShare(token)
  prefetched = null
  return response
}

export const zipUrl = (token: string) => addressOf(routes.downloadGallery, { params: { token } })
