import type { FromWorker, ToWorker } from '../../lib/offline/worker-messages.ts'
import { isKept, MediaCache } from './media-cache.ts'

/**
 * The offline worker caches the pictures of the signed-in user and nothing else. /api, /v1 and galleries need the server's
 * authorization; the files of the application are content-addressed and stay in the browser's HTTP cache.
 */
declare const self: ServiceWorkerGlobalScope

const media = new MediaCache(caches, (request, init) => fetch(request, init))

self.addEventListener('fetch', event => {
  if (isKept(event.request, self.location.origin))
    event.respondWith(media.answer(event.request, work => event.waitUntil(work)))
})

self.addEventListener('message', event => {
  const message = event.data as ToWorker
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'CLEAR_ALL') event.waitUntil(media.clear())
  if (message.type === 'EVICT_MEDIA') event.waitUntil(media.evict(message.urls.map(absolute)))
})

const absolute = (url: string) => new URL(url, self.location.origin).href

self.addEventListener('activate', event => event.waitUntil(takeOver()))

async function takeOver() {
  await self.clients.claim()
  const message: FromWorker = { type: 'SW_UPDATED' }
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}
