import * as routes from '@daymark/contracts/routes'
import type { http } from '@daymark/contracts'
import { urlOf, call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { patchCachedPhoto } from '../../domain/photos/cached-photos.ts'
import { evictMedia } from '../../domain/photos/photo.actions.ts'
import type { Photo } from '../../domain/photos/photo.ts'

/** Returns the URL to which a replacement file is uploaded. */
export const createReplacementUrl = (id: string) => urlOf(routes.replaceFile, { params: { id } })

/** Reads the earlier version of a photo. Each replacement has its own cache key. */
export const earlierVersionQuery = ({ id, replacement }: Photo): CachedQuery<http.EarlierVersion> => ({
  type: 'uploadProgress',
  key: ['earlier', id, replacement?.replaced_at ?? ''],
  read: signal => call(routes.getEarlierVersion, { params: { id }, signal }),
})

export const restoreEarlierVersion = (photo: Photo) =>
  outcomeOf('Restoring an earlier version failed', async () => {
    patchCachedPhoto(photo.id, await call(routes.restoreEarlierVersion, { params: { id: photo.id } }))
    evictMedia([photo])
    await invalidate('replace')
  })

export const deleteEarlierVersion = (photo: Photo) =>
  outcomeOf('Removing an earlier version failed', async () => {
    patchCachedPhoto(photo.id, await call(routes.removeEarlier, { params: { id: photo.id } }))
  })
