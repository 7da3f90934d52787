import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from './cache/use-cached.ts'

/**
 * S-WMA-01: reads the watermark with its preview and placement. It has the cache type of links, which show it and
 * become stale together with it.
 */
export const watermarkSettingsQuery = () => cachedQuery('shares', routes.getWatermark)
