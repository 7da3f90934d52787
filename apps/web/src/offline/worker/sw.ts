import type { PageToWorkerMessage, WorkerToPageMessage } from '../../lib/offline/worker-messages.ts'
import { isCacheable, MediaCache } from './media-cache.ts'

/**
 * The offline worker caches only the pictures of the signed-in user. It does not cache /api, /v1 and galleries, because
 * the server must authorize each request, nor the files of the application, which the HTTP cache of the browser stores.
 */
declare const self: ServiceWorkerGlobalScope

const mediaCache = new MediaCache(caches, (request, init) => fetch(request, init))

self.addEventListener('fetch', event => {
  if (isCacheable(event.request, self.location.origin))
    event.respondWith(mediaCache.respond(event.request, promise => event.waitUntil(promise)))
})

self.addEventListener('message', event => {
  const message = event.data as PageToWorkerMessage
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'CLEAR_ALL') event.waitUntil(mediaCache.clear())
  if (message.type === 'EVICT_MEDIA') event.waitUntil(mediaCache.evict(message.urls.map(toAbsoluteUrl)))
})

const toAbsoluteUrl = (url: string) => new URL(url, self.location.origin).href

self.addEventListener('activate', event => event.waitUntil(claimClients()))

async function claimClients() {
  await self.clients.claim()
  const message: WorkerToPageMessage = { type: 'SW_UPDATED' }
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}
