import type { http } from '@daymark/contracts'
import { api } from '../../lib/api.ts'
import type { CachedRead } from '../../lib/cache/use-cached.ts'

/** All tags of the user with how many photos carry them (L-API-30). */
export const allTags = (): CachedRead<http.Tag[]> => ({
  type: 'tags',
  key: ['/api/tags'],
  read: signal => api<http.Tag[]>('GET', '/api/tags', { signal }),
})
