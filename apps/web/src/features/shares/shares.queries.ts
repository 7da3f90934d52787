import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** S-OVER: all albums, with the counts of their links, or without links. */
export const sharesOverview = (): CachedQuery<http.SharesOverview> => ({
  type: 'shares',
  key: [routes.getSharesOverview.path],
  read: signal => call(routes.getSharesOverview, { signal }),
})

/** Photos that were shared without an album. The server deletes the selection with its last link. */
export function sharedSelection(id: string): CachedQuery<http.Selection> {
  const request = { params: { id } }
  return {
    type: 'shares',
    key: [addressOf(routes.getSelection, request)],
    read: signal => call(routes.getSelection, { ...request, signal }),
  }
}
