import type { http } from '@daymark/contracts'
import { api } from './api.ts'
import type { CachedRead } from './cache/use-cached.ts'

/** The plan of the signed-in user with what it allows. */
export const subscription = (): CachedRead<http.Subscription> => ({
  type: 'userProfile',
  key: ['/api/subscription'],
  read: signal => api<http.Subscription>('GET', '/api/subscription', { signal }),
})
