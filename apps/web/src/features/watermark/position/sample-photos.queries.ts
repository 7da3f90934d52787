import { type http, isStrip } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../../lib/api.ts'
import type { Orientation } from './config-changes.tsx'

/** How many of the newest photos are offered for the preview. */
const SAMPLES = 12

export type SamplePhoto = Pick<http.Image, 'id' | 'url' | 'thumbnail_url' | 'width' | 'height'>

/** The newest own photos of an orientation for the preview; strips are excluded, because their picture would be too small. */
export function samplePhotos(orientation: Orientation): CachedQuery<{ images: SamplePhoto[] }> {
  const query = { orientation, limit: SAMPLES }
  return {
    type: 'searchResults',
    key: [addressOf(routes.listImages, { query }), 'samples'],
    read: async signal => {
      const { images } = await call(routes.listImages, { query, signal })
      const ready = images.filter(photo => photo.processing_status === 'completed' && !isStrip(photo))
      return {
        images: ready.map(({ id, url, thumbnail_url, width, height }) => ({ id, url, thumbnail_url, width, height })),
      }
    },
  }
}
