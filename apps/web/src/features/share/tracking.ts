import { VISIT_GAP_MS, type http } from '@daymark/contracts'
import { uniqueId } from '../../lib/unique-id.ts'

type TrackEvent = {
  event_type: (typeof http.TRACK_EVENTS)[number]
  image_id?: string
  event_data?: Record<string, unknown>
}

/** The transport of events: `send` while the page is open, `beacon` if it may close before a response. */
export type TrackTransport = { send: (body: string) => Promise<unknown>; beacon: (body: string) => unknown }

export type Tracker = { track: (event: TrackEvent) => void; leave: () => void; back: () => void }

/** The limit of waiting events without a connection; more are dropped. */
const MOST_WAITING = 100

/**
 * S-PUB-18. While the page is open events are sent one at a time and in order, so that fast navigation uses one connection
 * and the server receives the true order. Failed events are sent first with the next one; each has an id, by which the server
 * counts it once. Tracking must never disturb viewing.
 */
export function createTracker(token: string, transport: TrackTransport, now: () => number): Tracker {
  const waiting: string[] = []
  const looking = createStopwatch(now)
  let sending = false

  const encode = (event: TrackEvent) => JSON.stringify({ token, event_id: uniqueId(), ...event })
  const drain = async () => {
    if (sending) return
    sending = true
    for (let body = waiting[0]; body !== undefined; body = waiting[0]) {
      const isSent = await transport.send(body).then(
        () => true,
        () => false,
      )
      if (!isSent) break
      // Leaving the page may have sent it already.
      if (waiting[0] === body) waiting.shift()
    }
    sending = false
  }

  return {
    track(event) {
      if (waiting.length < MOST_WAITING) waiting.push(encode(event))
      void drain()
    },
    /**
     * Hiding and unloading both mean leaving; the first one counts until the visitor returns. Waiting events are sent in
     * addition to page_leave, one call each, in any order: no figure depends on it.
     */
    leave() {
      if (!looking.stop()) return
      for (const body of waiting.splice(0)) transport.beacon(body)
      transport.beacon(encode({ event_type: 'page_leave', event_data: { duration_seconds: looking.seconds() } }))
    },
    back: looking.start,
  }
}

/** The visible time of this visit: after half an hour without it a new visit begins (rule 42). */
function createStopwatch(now: () => number) {
  let since: number | null = now()
  let stoppedAt = 0
  let passed = 0
  return {
    /** False: it was stopped already. */
    stop() {
      if (since === null) return false
      stoppedAt = now()
      passed += stoppedAt - since
      since = null
      return true
    },
    start() {
      if (since !== null) return
      since = now()
      if (since - stoppedAt >= VISIT_GAP_MS) passed = 0
    },
    seconds: () => Math.round(passed / 1000),
  }
}
