import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** All albums, Favorites first (L-API-19, rule 21). */
export const allAlbums = (): CachedRead<http.Album[]> => ({
  type: 'albums',
  key: [routes.listAlbums.path],
  read: signal => call(routes.listAlbums, { signal }),
})
