import * as routes from '@daymark/contracts/routes'
import type { http } from '@daymark/contracts'
import { addressOf, call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { patchShownPhoto } from '../../domain/photos/cached-photos.ts'
import { evictMedia } from '../../domain/photos/photo.actions.ts'
import type { Photo } from '../../domain/photos/photo.ts'

/** The upload address for a replacement file. */
export const replacementPath = (id: string) => addressOf(routes.replaceFile, { params: { id } })

/** The photo before its file was replaced; a new key for each replacement. */
export const earlierVersion = ({ id, replacement }: Photo): CachedQuery<http.EarlierVersion> => ({
  type: 'uploadProgress',
  key: ['earlier', id, replacement?.replaced_at ?? ''],
  read: signal => call(routes.getEarlierVersion, { params: { id }, signal }),
})

export const restoreEarlier = (photo: Photo) =>
  outcomeOf('Restoring an earlier version failed', async () => {
    patchShownPhoto(photo.id, await call(routes.restoreEarlierVersion, { params: { id: photo.id } }))
    evictMedia([photo])
    await invalidate('replace')
  })

export const deleteEarlier = (photo: Photo) =>
  outcomeOf('Removing an earlier version failed', async () => {
    patchShownPhoto(photo.id, await call(routes.removeEarlier, { params: { id: photo.id } }))
  })
