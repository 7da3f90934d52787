import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'

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
