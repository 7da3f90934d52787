import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import { patiently } from '../../lib/patiently.ts'

const read = (token: string) => patiently(() => call(routes.getGallery, { params: { token } }))

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
