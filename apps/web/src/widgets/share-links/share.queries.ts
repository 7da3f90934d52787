import type { http } from '@daymark/contracts'
import { api, queryString } from '../../lib/api.ts'
import type { CachedRead } from '../../lib/cache/use-cached.ts'

/** The links of one album (S-SHARE-02). */
export function albumShares(albumId: string): CachedRead<http.Share[]> {
  const address = `/api/shares${queryString({ album_id: albumId })}`
  return { type: 'shares', key: [address], read: signal => api<http.Share[]>('GET', address, { signal }) }
}
