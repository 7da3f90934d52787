import { type http, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { z } from 'zod'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'

export type Received = z.infer<typeof http.receivedImages>

/** The photos that wait for approval, for the given number of pages. */
export function guestPhotosOf(id: string, pages: number): CachedQuery<Received> {
  const params = { id }
  const read = async (signal: AbortSignal) => {
    const asked = (page: number) => ({
      limit: String(UPLOAD_LINK_LIMITS.page),
      offset: String(page * UPLOAD_LINK_LIMITS.page),
    })
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

/** Without ids: all waiting photos. */
export type Which = { image_ids?: string[]; guest_id?: string; until_id?: string }

/** The decision actions of the list and the large view. */
export type Decide = {
  isBusy: boolean
  onAccept: (which: Which) => void
  onRefuse: (which: Which, count: number) => void
}

/** Thousands need several calls; each handles as many as it can. */
export const accept = (id: string, body: Which) =>
  outcomeOf('Approving photos failed', async () => {
    for (let left = 1; left > 0;) ({ left } = await call(routes.acceptReceived, { params: { id }, body }))
    await Promise.all([invalidate('upload'), invalidate('addToAlbum')])
  })

export const refuse = (id: string, body: Which) =>
  outcomeOf('Declining photos failed', async () => {
    for (let left = 1; left > 0;) ({ left } = await call(routes.refuseReceived, { params: { id }, body }))
    await invalidate('addToAlbum')
  })
