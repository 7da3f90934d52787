import * as routes from '@daymark/contracts/routes'
import { cachedQuery } from '../../../domain/cache/use-cached.ts'

/**
 * Reads the cameras, lenses, formats and dates that occur in the library, with counts. Becomes stale together with
 * search results.
 */
export const libraryFacetsQuery = () => cachedQuery('searchResults', routes.listImageFacets)
