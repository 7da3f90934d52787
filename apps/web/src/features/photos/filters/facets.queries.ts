import type { http } from '@daymark/contracts'
import { api } from '../../../lib/api.ts'
import type { CachedRead } from '../../../lib/cache/use-cached.ts'

/** What the library holds that can be filtered by; stale after whatever makes searches stale. */
export const libraryFacets = (): CachedRead<http.ImageFacets> => ({
  type: 'searchResults',
  key: ['/api/images/facets'],
  read: signal => api<http.ImageFacets>('GET', '/api/images/facets', { signal }),
})
