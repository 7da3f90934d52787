import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from './cache/use-cached.ts'

/**
 * S-WMA-01: reads the watermark with its preview and placement. Its cache type is `shares`, because galleries show the
 * watermark, so both become stale together.
 */
export const watermarkSettingsQuery = () => cachedQuery('shares', routes.getWatermark)
