import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** The owner's studio page and its listed links; stale after changes of links. */
export const studioPage = (): CachedRead<http.StudioPageSettings> => ({
  type: 'shares',
  key: [routes.getStudioPage.path],
  read: signal => call(routes.getStudioPage, { signal }),
})

/** All links of the owner, for the choice of listed ones. */
export const allShares = (): CachedRead<http.Share[]> => ({
  type: 'shares',
  key: [routes.listShares.path],
  read: signal => call(routes.listShares, { signal }),
})
