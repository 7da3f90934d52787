import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** The owner's studio page, and what it lists: it changes with links. */
export const studioPage = (): CachedRead<http.StudioPageSettings> => ({
  type: 'shares',
  key: [routes.getStudioPage.path],
  read: signal => call(routes.getStudioPage, { signal }),
})

/** All links of the owner: those that can be listed. */
export const allShares = (): CachedRead<http.Share[]> => ({
  type: 'shares',
  key: [routes.listShares.path],
  read: signal => call(routes.listShares, { signal }),
})
