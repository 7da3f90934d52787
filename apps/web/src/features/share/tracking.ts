import { VISIT_GAP_MS, type http } from '@daymark/contracts'
import { uniqueId } from '../../lib/unique-id.ts'

type TrackEvent = {
  event_type: (typeof http.TRACK_EVENTS)[number]
  image_id?: string
  event_data?: Record<string, unknown>
}

/** How events leave the page: `send` while it is open, `beacon` when it may be gone before an answer. */
export type TrackTransport = { send: (body: string) => Promise<unknown>; beacon: (body: string) => unknown }

export type Tracker = { track: (event: TrackEvent) => void; leave: () => void; back: () => void }

/** What waits while there is no connection; more is forgotten. */
const MOST_WAITING = 100

/**
 * S-PUB-18. While the page is open events go out one at a time and in order, so that a visitor who flips quickly costs one connection
 * and the server sees the true order. What could not be sent goes first with the next one; each carries an id, by which the server
 * counts it once. Counting views must never disturb looking at them.
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
     * Hiding and unloading both mean leaving; whichever comes first counts, until the visitor is back. What still waits
     * goes out beside page_leave, one call each, and is kept in any order: no figure depends on it.
     */
    leave() {
      if (!looking.stop()) return
      for (const body of waiting.splice(0)) transport.beacon(body)
      transport.beacon(encode({ event_type: 'page_leave', event_data: { duration_seconds: looking.seconds() } }))
    },
    back: looking.start,
  }
}

/** How long the page was looked at in this visit: after half an hour without it the next one begins (rule 42). */
function createStopwatch(now: () => number) {
  let since: number | null = now()
  let stoppedAt = 0
  let passed = 0
  return {
    /** False: it stood already. */
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
