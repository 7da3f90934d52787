import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import { patiently } from '../../lib/patiently.ts'

const read = (token: string) => patiently(() => call(routes.getGallery, { params: { token } }))

let early: { token: string; answer: Promise<http.PublicShare> } | null = null

/** Asks for a gallery before its screen's code has arrived; the first readShare takes this answer over. */
export function prefetchShare(token: string) {
  const answer = read(token)
  // The caller that awaits it sees the failure; until then it must not count as unhandled.
  answer.catch(() => undefined)
  early = { token, answer }
}

export function readShare(token: string): Promise<http.PublicShare> {
  const taken = early?.token === token ? early.answer : read(token)
  early = null
  return taken
}

export const zipUrl = (token: string) => addressOf(routes.downloadGallery, { params: { token } })
