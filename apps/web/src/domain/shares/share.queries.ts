import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { urlOf, call } from '../../lib/api.ts'
import type { CachedQuery } from '../cache/use-cached.ts'

/** S-SHARE-02: reads the links of an album. */
export function albumSharesQuery(albumId: string): CachedQuery<http.Share[]> {
  const query = { album_id: albumId }
  return {
    type: 'shares',
    key: [urlOf(routes.listShares, { query })],
    read: signal => call(routes.listShares, { query, signal }),
  }
}

/** Reads the owner's studio page and its listed links. */
export const studioPageQuery = (): CachedQuery<http.StudioPageSettings> => ({
  type: 'shares',
  key: [routes.getStudioPage.path],
  read: signal => call(routes.getStudioPage, { signal }),
})

/** Reads all links of the owner, to choose those shown on the studio page. */
export const allSharesQuery = (): CachedQuery<http.Share[]> => ({
  type: 'shares',
  key: [routes.listShares.path],
  read: signal => call(routes.listShares, { signal }),
})
