import { setTimeout as delay } from 'node:timers/promises'

/**
 * The pause before something that ended by itself is started again: doubles up to `maxMs`, and is short again after it ran for
 * `quietMs`. Nothing is ever given up: what is wrong (a full disk, a taken port) may be put right an hour later.
 */
export function growingPause({ firstMs = 200, maxMs = 30_000, quietMs = 60_000, now = () => performance.now() } = {}) {
  let ms = firstMs
  let started = now()
  return {
    /** Call when it was started. */
    running: () => (started = now()),
    /** Call when it ended; answers how long to wait, in ms. */
    next() {
      if (now() - started >= quietMs) ms = firstMs
      const answer = ms
      ms = Math.min(ms * 2, maxMs)
      return answer
    },
  }
}

/** Waits, unless it is stopped first. */
export const pauseFor = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {})

/** For people: the first pauses are not worth a number. */
export const again = ms => (ms < 1000 ? 'starting it again.' : `starting it again in ${Math.round(ms / 1000)} s.`)
