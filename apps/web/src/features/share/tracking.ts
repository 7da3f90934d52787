import type { http } from '@daymark/contracts'

type TrackEvent = {
  event_type: (typeof http.TRACK_EVENTS)[number]
  image_id?: string
  event_data?: Record<string, unknown>
}

/** How events leave the page: `send` while it is open, `beacon` when it may be gone before an answer. */
export type TrackTransport = { send: (body: string) => Promise<unknown>; beacon: (body: string) => unknown }

export type Tracker = { track: (event: TrackEvent) => void; leave: () => void; back: () => void }

/**
 * S-PUB-18. Events go out one at a time and in order, so that a visitor who flips quickly costs one connection and the
 * server sees the true order. A failure is forgotten: counting views must never disturb looking at them.
 */
export function createTracker(token: string, transport: TrackTransport, now: () => number): Tracker {
  const waiting: string[] = []
  let sending = false
  let hasLeft = false
  const openedAt = now()

  const encode = (event: TrackEvent) => JSON.stringify({ token, ...event })
  const drain = async () => {
    if (sending) return
    sending = true
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      await transport.send(body).catch(() => undefined)
    }
    sending = false
  }

  return {
    track(event) {
      waiting.push(encode(event))
      void drain()
    },
    /** Hiding and unloading both mean leaving; whichever comes first counts, until the visitor is back. */
    leave() {
      if (hasLeft) return
      hasLeft = true
      for (const body of waiting.splice(0)) transport.beacon(body)
      const seconds = Math.round((now() - openedAt) / 1000)
      transport.beacon(encode({ event_type: 'page_leave', event_data: { duration_seconds: seconds } }))
    },
    back() {
      hasLeft = false
    },
  }
}
