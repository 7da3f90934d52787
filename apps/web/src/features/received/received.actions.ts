import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'

/** None named: all that wait. */
export type Which = { image_ids?: string[]; guest_id?: string; until_id?: string }

/** What is decided on, in the list and in the large view. */
export type Decide = {
  isBusy: boolean
  onAccept: (which: Which) => void
  onRefuse: (which: Which, count: number) => void
}

/** Thousands take several calls; each does as many as it can. */
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
