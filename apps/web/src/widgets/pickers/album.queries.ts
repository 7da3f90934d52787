import type { http } from '@daymark/contracts'
import { api } from '../../lib/api.ts'
import type { CachedRead } from '../../lib/cache/use-cached.ts'

/** All albums, Favorites first (L-API-19, READINGS 21). */
export const allAlbums = (): CachedRead<http.Album[]> => ({
  type: 'albums',
  key: ['/api/albums'],
  read: signal => api<http.Album[]>('GET', '/api/albums', { signal }),
})
