import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../lib/api.ts'
import type { CachedQuery } from './cache/use-cached.ts'

/**
 * S-WMA-01: reads the watermark with its preview and placement. It has the cache type of links, which show it and
 * become stale together with it.
 */
export const watermarkSettingsQuery = (): CachedQuery<http.WatermarkSettings> => ({
  type: 'shares',
  key: [routes.getWatermark.path],
  read: signal => call(routes.getWatermark, { signal }),
})
