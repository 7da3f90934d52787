import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { urlOf, call } from '../../lib/api.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** S-OVER: reads all albums of the user with the numbers of their links, and the albums without links. */
export const sharesOverviewQuery = (): CachedQuery<http.SharesOverview> => ({
  type: 'shares',
  key: [routes.getSharesOverview.path],
  read: signal => call(routes.getSharesOverview, { signal }),
})

/**
 * Reads a selection: photos that were shared without an album. The server deletes a selection together with its last
 * link.
 */
export function sharedSelectionQuery(id: string): CachedQuery<http.Selection> {
  const request = { params: { id } }
  return {
    type: 'shares',
    key: [urlOf(routes.getSelection, request)],
    read: signal => call(routes.getSelection, { ...request, signal }),
  }
}
