import { type http, VISIT_GAP_MS } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { useEffect, useState } from 'react'
import { uniqueId } from '../../lib/unique-id.ts'

export function useTracker(token: string): Tracker {
  const [tracker] = useState(() => createTracker(token, trackTransport, Date.now))
  useEffect(() => {
    const onVisibility = () => (document.visibilityState === 'hidden' ? tracker.leave() : tracker.resume())
    // Both events are needed: phones may never unload a hidden page, and desktops may unload a page that was never
    // hidden.
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', tracker.leave)
    window.addEventListener('pageshow', tracker.resume)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', tracker.leave)
      window.removeEventListener('pageshow', tracker.resume)
    }
  }, [tracker])
  return tracker
}

const { path: trackUrl } = routes.trackVisit
const JSON_TYPE = 'application/json'

const trackTransport: TrackTransport = {
  async send(body) {
    const { status } = await fetch(trackUrl, {
      method: 'POST',
      body,
      keepalive: true,
      headers: { 'content-type': JSON_TYPE },
    })
    if (status >= 500) throw new Error(`The event was not counted: ${status}`)
  },
  beacon: body => navigator.sendBeacon(trackUrl, new Blob([body], { type: JSON_TYPE })),
}

type TrackEvent = {
  event_type: (typeof http.TRACK_EVENTS)[number]
  image_id?: string
  event_data?: Record<string, unknown>
}

/** Sends events: `send` while the page is open, `beacon` if the page may close before the response. */
type TrackTransport = { send: (body: string) => Promise<unknown>; beacon: (body: string) => unknown }

export type Tracker = { track: (event: TrackEvent) => void; leave: () => void; resume: () => void }

/** The limit of events that wait for a connection. Later events are dropped. */
const MAX_PENDING_EVENTS = 100

/**
 * S-PUB-18: creates the tracker of a visit. While the page is open, events are sent one at a time, so that fast
 * navigation uses one connection and the server receives them in order. A failed event is sent again before the next
 * one; the server counts each event id once. Failures are not shown to the visitor.
 */
export function createTracker(token: string, transport: TrackTransport, readTime: () => number): Tracker {
  const pendingEvents: string[] = []
  const visibleTime = createStopwatch(readTime)
  let isSending = false

  const encode = (event: TrackEvent) => JSON.stringify({ token, event_id: uniqueId(), ...event })
  const sendPendingEvents = async () => {
    if (isSending) return
    isSending = true
    for (let body = pendingEvents[0]; body !== undefined; body = pendingEvents[0]) {
      const isSent = await transport.send(body).then(
        () => true,
        () => false,
      )
      if (!isSent) break
      // `leave` may have sent the event while the request was running.
      if (pendingEvents[0] === body) pendingEvents.shift()
    }
    isSending = false
  }

  return {
    track(event) {
      if (pendingEvents.length < MAX_PENDING_EVENTS) pendingEvents.push(encode(event))
      void sendPendingEvents()
    },
    /**
     * Sends the remaining events when the page is hidden or unloaded. Browsers hide a page before they unload it, so
     * only the first call has an effect until the visitor returns. The beacons may arrive in any order, because no
     * statistic depends on the order.
     */
    leave() {
      if (!visibleTime.stop()) return
      for (const body of pendingEvents.splice(0)) transport.beacon(body)
      transport.beacon(encode({ event_type: 'page_leave', event_data: { duration_seconds: visibleTime.seconds() } }))
    },
    resume: visibleTime.start,
  }
}

/**
 * Measures how long the page was visible during this visit. After half an hour in the background, a new visit begins
 * (rule 42).
 */
function createStopwatch(readTime: () => number) {
  let visibleSince: number | null = readTime()
  let stoppedAt = 0
  let visibleMs = 0
  return {
    /** Stops the stopwatch. Returns false if it was already stopped. */
    stop() {
      if (visibleSince === null) return false
      stoppedAt = readTime()
      visibleMs += stoppedAt - visibleSince
      visibleSince = null
      return true
    },
    start() {
      if (visibleSince !== null) return
      visibleSince = readTime()
      if (visibleSince - stoppedAt >= VISIT_GAP_MS) visibleMs = 0
    },
    seconds: () => Math.round(visibleMs / 1000),
  }
}
