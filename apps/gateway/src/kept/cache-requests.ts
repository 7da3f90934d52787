import { metrics } from '@daymark/platform'

const requests = metrics.counter('daymark.gateway.cache.requests', {
  description: 'What was looked for in a cache of the gateway, and whether it was there',
})

export type CacheName = 'album' | 'gallery' | 'link' | 'picture' | 'session' | 'studio page'

export const countLook = (cache: CacheName, isThere: boolean): void =>
  requests.add(1, { cache, result: isThere ? 'hit' : 'miss' })
