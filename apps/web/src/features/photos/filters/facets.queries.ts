import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'

/** The cameras, lenses, formats and dates in the library, with counts. Reloaded whenever search results are. */
export const libraryFacets = (): CachedQuery<http.ImageFacets> => ({
  type: 'searchResults',
  key: [routes.listImageFacets.path],
  read: signal => call(routes.listImageFacets, { signal }),
})
