import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'

/**
 * Reads the cameras, lenses, formats and dates that occur in the library, with counts. Becomes stale together with
 * search results.
 */
export const libraryFacetsQuery = (): CachedQuery<http.ImageFacets> => ({
  type: 'searchResults',
  key: [routes.listImageFacets.path],
  read: signal => call(routes.listImageFacets, { signal }),
})
