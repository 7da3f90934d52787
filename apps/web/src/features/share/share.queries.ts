import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call, readWithRetry } from '../../lib/api.ts'

/** A correct password sets a cookie for this link; a wrong one is refused with 401. */
export const unlockShare = (token: string, password: string) =>
  call(routes.unlockGallery, { params: { token }, body: { password } })

const read = (token: string) => readWithRetry(() => call(routes.getGallery, { params: { token } }))

let early: { token: string; answer: Promise<http.PublicShare> } | null = null

/** Requests a gallery before the code of its screen is loaded; the first readShare uses this response. */
export function prefetchShare(token: string) {
  const answer = read(token)
  // The caller that awaits it handles the failure; until then it must not count as unhandled.
  answer.catch(() => undefined)
  early = { token, answer }
}

export function readShare(token: string): Promise<http.PublicShare> {
  const taken = early?.token === token ? early.answer : read(token)
  early = null
  return taken
}

export const zipUrl = (token: string) => addressOf(routes.downloadGallery, { params: { token } })
