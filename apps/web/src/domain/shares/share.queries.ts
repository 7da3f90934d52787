import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import type { CachedRead } from '../cache/use-cached.ts'

/** The links of one album (S-SHARE-02). */
export function albumShares(albumId: string): CachedRead<http.Share[]> {
  const query = { album_id: albumId }
  return {
    type: 'shares',
    key: [addressOf(routes.listShares, { query })],
    read: signal => call(routes.listShares, { query, signal }),
  }
}
