import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { cachedQuery } from '../../domain/cache/use-cached.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'

/** Reads the visitors who requested a notification when the gallery is complete. */
export const shareFirstLookQuery = ({ id }: http.Share) =>
  cachedQuery('shares', routes.getShareFirstLook, { params: { id } })

/** Marks the gallery as complete and notifies the waiting visitors. */
export const completeShare = ({ id }: http.Share) =>
  outcomeOf('The first look could not be completed', async () => {
    const { message } = await call(routes.completeShare, { params: { id } })
    await invalidate('share')
    return message
  })

export const removeSubscriber = ({ id }: http.Share, waiting: string) =>
  outcomeOf('The address could not be removed', async () => {
    await call(routes.removeSubscriber, { params: { id, waiting } })
    await invalidate('share')
    return true
  })
