import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { cacheStore, type CacheType } from './cache-store.ts'
import { invalidateTypes, invalidateAll } from './cache.ts'
import { isAnyProcessing } from '../photos/cached-photos.ts'
import { STALE_AFTER_EVENT } from './stale-after-event.ts'
import { logFailure } from '../../lib/log.ts'

/** Events within this time cause only one refetch, because an upload batch causes many events. */
const BATCH_MS = 400
/** The minimum time between two refetches. An upload of thousands of photos causes events for many minutes. */
const REFETCH_INTERVAL_MS = 2000
/** If the connection was interrupted for longer, all data is refetched. */
const MAX_UNCONNECTED_MS = 3000
/** The last time at which any tab was known to be connected. */
let lastConnectedAt = 0

type Listener = (change: http.Change) => void

/** Subscribes to server events and invalidates the types that become stale. Returns the function that unsubscribes. */
export function subscribeToServerEvents(
  onChange: Listener,
  connect = (): EventSource => new EventSource(routes.openEvents.path),
) {
  const staleTypes = new Set<CacheType>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastFlushAt = -REFETCH_INTERVAL_MS
  let isReconnect = false
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    lastFlushAt = performance.now()
    void invalidateTypes([...staleTypes])
    staleTypes.clear()
  }
  // Other tabs and the entries that survive a reload must not stay stale.
  window.addEventListener('pagehide', flush)
  const source = connect()
  source.addEventListener('open', () => {
    // The page may have missed events during the interruption or a slow start. The server sends the result of
    // processing only once.
    const unconnectedMs = Date.now() - Math.max(cacheStore.firstReadAt, lastConnectedAt)
    if (isReconnect || unconnectedMs > MAX_UNCONNECTED_MS || isAnyProcessing()) void invalidateAll()
    isReconnect = true
  })
  source.addEventListener('change', event => {
    const change = parseChange((event as MessageEvent<string>).data)
    if (!change) return
    STALE_AFTER_EVENT[change.type]?.forEach(type => staleTypes.add(type))
    timer ??= setTimeout(flush, Math.max(BATCH_MS, lastFlushAt + REFETCH_INTERVAL_MS - performance.now()))
    onChange(change)
  })
  return () => {
    window.removeEventListener('pagehide', flush)
    clearTimeout(timer)
    // If events were not handled, the next connection must refetch.
    if (source.readyState === source.OPEN && timer === undefined) lastConnectedAt = Date.now()
    source.close()
  }
}

function parseChange(text: string): http.Change | null {
  try {
    return JSON.parse(text) as http.Change
  } catch (reason) {
    logFailure('A server event could not be parsed', reason)
    return null
  }
}

/**
 * Subscribes to server events in only one tab of the browser, because HTTP/1.1 allows six connections per host and this
 * connection never ends. The tab that holds the lock subscribes and forwards invalidations to the other tabs. When that
 * tab closes, another tab gets the lock.
 */
export function subscribeInOneTab(onChange: Listener) {
  if (!('locks' in navigator)) return subscribeToServerEvents(onChange)
  const stopController = new AbortController()
  const requestedAt = Date.now()
  const subscribeUntilStopped = () =>
    new Promise<void>(resolve => {
      // If this tab waited long for the lock, another tab held the lock and forwarded the events until now.
      if (Date.now() - requestedAt > MAX_UNCONNECTED_MS) lastConnectedAt = Date.now()
      const stop = subscribeToServerEvents(onChange)
      stopController.signal.addEventListener('abort', () => resolve(stop()))
    })
  navigator.locks
    .request('daymark.events', { signal: stopController.signal }, subscribeUntilStopped)
    .catch((reason: unknown) => {
      if (!stopController.signal.aborted) logFailure('Subscribing to server events failed', reason)
    })
  return () => stopController.abort()
}
