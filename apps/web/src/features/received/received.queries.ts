import { type http, UPLOADS } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { z } from 'zod'
import type { CachedRead } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'

export type Received = z.infer<typeof http.receivedImages>

/** The photos that wait for approval, for the given number of pages. */
export function receivedOf(id: string, pages: number): CachedRead<Received> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const asked = (page: number) => ({ limit: String(UPLOADS.page), offset: String(page * UPLOADS.page) })
    const all = await Promise.all(
      Array.from({ length: pages }, (_, page) => call(routes.listReceived, { params, query: asked(page), signal })),
    )
    const [first] = all
    if (!first) throw new Error('no page was asked for')
    // The photos of one guest may continue on the next page.
    const guests = [...new Map(all.flatMap(page => page.guests.map(guest => [guest.id, guest]))).values()]
    return { ...first, guests, images: all.flatMap(({ images }) => images) }
  }
  return { type: 'shares', key: [addressOf(routes.listReceived, { params }), pages], read }
}
