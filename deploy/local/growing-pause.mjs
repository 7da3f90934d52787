import { setTimeout as delay } from 'node:timers/promises'

/**
 * Exponential backoff before a crashed process is restarted: doubles up to `maxMs` and resets after `quietMs` of uptime. Restarts never
 * stop, because the cause (a full disk, a port in use) may be fixed later.
 */
export function growingPause({ firstMs = 200, maxMs = 30_000, quietMs = 60_000, now = () => performance.now() } = {}) {
  let ms = firstMs
  let started = now()
  return {
    /** Call after the start. */
    running: () => (started = now()),
    /** Call after the end. Returns the pause in ms. */
    next() {
      if (now() - started >= quietMs) ms = firstMs
      const answer = ms
      ms = Math.min(ms * 2, maxMs)
      return answer
    },
  }
}

/** Waits until the pause ends or the signal aborts. */
export const pauseFor = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {})

/** Text for the terminal. Short pauses are not mentioned. */
export const again = ms => (ms < 1000 ? 'starting it again.' : `starting it again in ${Math.round(ms / 1000)} s.`)
