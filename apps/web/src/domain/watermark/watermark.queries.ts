import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** Whether there is a watermark, its preview, and its placement (S-WMA-01). Cached as long as the links that show it. */
export const watermarkSettings = (): CachedRead<http.WatermarkSettings> => ({
  type: 'shares',
  key: [routes.getWatermark.path],
  read: signal => call(routes.getWatermark, { signal }),
})
