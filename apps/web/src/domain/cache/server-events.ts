import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { cacheStore } from './browser-cache.ts'
import { forget, forgetAll } from './cache.ts'
import { isAnyProcessing } from '../photos/cached-photos.ts'
import type { CacheType } from './cache-types.ts'
import { STALE_AFTER_CHANGE } from './stale-after-change.ts'
import { logFailure } from '../../lib/log.ts'

/** One upload batch causes many messages: one read serves them all. */
const GATHER_MS = 400
/** Data that was on the page longer than this without a connection may have changed. */
const LATE_MS = 3000
/** Time of the last event, in this or another tab. */
let heardUntil = 0

type Listener = (change: http.Change) => void

/** Subscribes to server events and invalidates the affected types. Returns the function that stops. */
export function listenToServer(onChange: Listener, open = (): EventSource => new EventSource(routes.openEvents.path)) {
  const stale = new Set<CacheType>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasMissed = false
  const flush = () => {
    timer = undefined
    void forget([...stale])
    stale.clear()
  }
  const source = open()
  source.addEventListener('open', () => {
    // After an interruption or a slow start, events may be missing, and the result of a photo is sent only once.
    const unheardMs = Date.now() - Math.max(cacheStore.firstRead, heardUntil)
    if (hasMissed || unheardMs > LATE_MS || isAnyProcessing()) void forgetAll()
    hasMissed = true
  })
  source.addEventListener('change', event => {
    const change = parse((event as MessageEvent<string>).data)
    if (!change) return
    STALE_AFTER_CHANGE[change.type]?.forEach(type => stale.add(type))
    timer ??= setTimeout(flush, GATHER_MS)
    onChange(change)
  })
  return () => {
    clearTimeout(timer)
    if (source.readyState === source.OPEN) heardUntil = Date.now()
    source.close()
  }
}

function parse(text: string): http.Change | null {
  try {
    return JSON.parse(text) as http.Change
  } catch (reason) {
    logFailure('A message of the server could not be read', reason)
    return null
  }
}

/**
 * One connection for all tabs of the browser: over HTTP/1.1 a browser allows six per host, and this one never ends. The tab
 * that holds the lock subscribes and forwards events to the others through the cache's channel; when it closes, the next tab
 * takes over.
 */
export function listenInOneTab(onChange: Listener) {
  if (!('locks' in navigator)) return listenToServer(onChange)
  const stopped = new AbortController()
  const asked = Date.now()
  const untilStopped = () =>
    new Promise<void>(resolve => {
      // If the lock took long, another tab held it and forwarded its events.
      if (Date.now() - asked > LATE_MS) heardUntil = Date.now()
      const stop = listenToServer(onChange)
      stopped.signal.addEventListener('abort', () => resolve(stop()))
    })
  navigator.locks.request('daymark.events', { signal: stopped.signal }, untilStopped).catch((reason: unknown) => {
    if (!stopped.signal.aborted) logFailure('Listening to the server failed', reason)
  })
  return () => stopped.abort()
}
