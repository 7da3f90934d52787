import { type http, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { z } from 'zod'
import { invalidate } from '../../domain/cache/cache.ts'
import { readPages } from '../../domain/cache/read-pages.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { urlOf, call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'

export type GuestPhotoPage = z.infer<typeof http.receivedImages>

/** Reads the first `pages` pages of photos that wait for approval. */
export function guestPhotosQuery(albumId: string, pages: number): CachedQuery<GuestPhotoPage> {
  const params = { id: albumId }
  const read = async (signal: AbortSignal) => {
    const responses = await readPages(pages, UPLOAD_LINK_LIMITS.page, query =>
      call(routes.listReceived, { params, query, signal }),
    )
    // A guest whose photos are on several pages is in the guest list of each page, so duplicates are removed.
    const guests = [...new Map(responses.flatMap(page => page.guests.map(guest => [guest.id, guest]))).values()]
    return { ...responses[0], guests, images: responses.flatMap(({ images }) => images) }
  }
  return { type: 'shares', key: [urlOf(routes.listReceived, { params }), pages], read }
}

/**
 * Selects the photos to approve or decline: by their ids, all photos of a guest, or, without ids, all pending photos.
 * Photos that arrived after the photo `until_id` are excluded.
 */
export type GuestPhotoSelection = { image_ids?: string[]; guest_id?: string; until_id?: string }

/** The actions that approve or decline photos. `count` is the number of selected photos. */
export type ReviewActions = {
  isBusy: boolean
  onApprove: (selection: GuestPhotoSelection) => void
  onDecline: (selection: GuestPhotoSelection, count: number) => void
}

/** Approves photos. One call processes a limited number of photos, so the call is repeated until no photos remain. */
export const approvePhotos = (albumId: string, body: GuestPhotoSelection) =>
  outcomeOf('Approving photos failed', async () => {
    for (let remaining = 1; remaining > 0;)
      ({ left: remaining } = await call(routes.acceptReceived, { params: { id: albumId }, body }))
    await Promise.all([invalidate('upload'), invalidate('addToAlbum')])
  })

export const declinePhotos = (albumId: string, body: GuestPhotoSelection) =>
  outcomeOf('Declining photos failed', async () => {
    for (let remaining = 1; remaining > 0;)
      ({ left: remaining } = await call(routes.refuseReceived, { params: { id: albumId }, body }))
    await invalidate('addToAlbum')
  })
