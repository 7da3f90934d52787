import { type http, hasExtremeAspectRatio } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { urlOf, call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'
import { sendForm } from '../../lib/send-form.ts'
import type { Orientation } from './position/config-changes.tsx'

/** The number of recent photos among which the preview alternates. */
const SAMPLE_COUNT = 12

export type SamplePhoto = Pick<http.Image, 'id' | 'url' | 'thumbnail_url' | 'width' | 'height'>

/** Reads the newest photos of an orientation for the preview, without long strips, which would be too small in it. */
export function samplePhotosQuery(orientation: Orientation): CachedQuery<{ images: SamplePhoto[] }> {
  const query = { orientation, limit: SAMPLE_COUNT }
  return {
    type: 'searchResults',
    key: [urlOf(routes.listImages, { query }), 'samples'],
    read: async signal => {
      const { images } = await call(routes.listImages, { query, signal })
      const processed = images.filter(photo => photo.processing_status === 'completed' && !hasExtremeAspectRatio(photo))
      return {
        images: processed.map(({ id, url, thumbnail_url, width, height }) => ({
          id,
          url,
          thumbnail_url,
          width,
          height,
        })),
      }
    },
  }
}

/**
 * S-WM-12: runs a change. A failure is logged but not shown. Returns whether the change succeeded, after the screen has
 * the new data.
 */
async function saveWatermarkChange(logMessage: string, request: Promise<unknown>): Promise<boolean> {
  const change = request.then(() => invalidate('watermark'))
  return (await failureOf(change, { logMessage })) === null
}

/** S-WMA-02: uploads the logo. */
export const uploadLogo = (file: File) =>
  saveWatermarkChange('The watermark could not be uploaded', sendForm(routes.uploadWatermark, file))

/** S-WMA-03: saves the settings of the watermark. */
export const saveConfig = (config: http.WatermarkConfig) =>
  saveWatermarkChange('The watermark settings could not be saved', call(routes.updateWatermark, { body: config }))

/** S-WMA-04: removes the logo. */
export const removeLogo = () => saveWatermarkChange('The watermark could not be removed', call(routes.removeWatermark))
