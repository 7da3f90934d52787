import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'

/** S-OVER: all albums, with the counts of their links, or without links. */
export const sharesOverview = (): CachedQuery<http.SharesOverview> => ({
  type: 'shares',
  key: [routes.getSharesOverview.path],
  read: signal => call(routes.getSharesOverview, { signal }),
})
