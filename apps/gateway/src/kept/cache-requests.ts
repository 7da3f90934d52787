import { metrics } from '@daymark/platform'

const requests = metrics.counter('daymark.gateway.cache.requests', {
  description: 'Lookups in caches of the gateway by result',
})

export type CacheName = 'album' | 'gallery' | 'link' | 'picture' | 'session' | 'studio page'

export const countLook = (cache: CacheName, isThere: boolean): void =>
  requests.add(1, { cache, result: isThere ? 'hit' : 'miss' })
