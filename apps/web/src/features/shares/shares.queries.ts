import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../../domain/cache/use-cached.ts'

/** S-OVER: all albums, with the counts of their links, or without links. */
export const sharesOverview = (): CachedRead<http.SharesOverview> => ({
  type: 'shares',
  key: [routes.getSharesOverview.path],
  read: signal => call(routes.getSharesOverview, { signal }),
})
