import { setTimeout as delay } from 'node:timers/promises'

/** The time source of all services; tests replace it. */
export class Clock {
  now(): Date {
    return new Date()
  }
  /** Calls `run` after `ms`. The timer does not keep the process alive. */
  after(ms: number, run: () => void): void {
    setTimeout(run, ms).unref()
  }
  /** Monotonic time: the time of day at the start of the process plus the time since then. Changes of the system clock do not affect it. */
  monotonicNow(): Date {
    return new Date(performance.timeOrigin + performance.now())
  }
}

export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * Settles as `promise` does, but rejects with a TimeoutError (or with `error`) if `promise` has not settled after `ms`. The work itself
 * continues; a later rejection is ignored.
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number, error?: () => Error): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error?.() ?? new TimeoutError(`Not finished after ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves as `promise` does, or to undefined if it fails or takes longer than `ms`: for optional parts of a response. */
export const tryWithin = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  withTimeout(promise, ms).catch(() => undefined)

/** Resolves to true if `promise` resolves within `ms`, and to false if it takes longer. Rejects if `promise` rejects within `ms`. */
export async function isFinishedWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timeoutError = new TimeoutError()
  try {
    await withTimeout(promise, ms, () => timeoutError)
    return true
  } catch (error) {
    if (error === timeoutError) return false
    throw error
  }
}

/** Resolves to true if `promise` resolves, and to false if it rejects. */
export const isFulfilled = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )

const POLL_INTERVAL_MS = 20
/** Maximum time that one poll counts towards the timeout. A longer poll means that the process or its database was suspended. */
const MAX_COUNTED_POLL_MS = 500

/** Repeats `find` until it returns a value. Resolves to undefined if it returned none within `timeoutMs`. */
export async function pollUntilFound<T>(find: () => Promise<T | undefined>, timeoutMs: number): Promise<T | undefined> {
  for (let elapsed = 0; ;) {
    const startedAt = performance.now()
    const value = await find()
    if (value !== undefined || elapsed >= timeoutMs) return value
    await delay(POLL_INTERVAL_MS)
    elapsed += Math.min(performance.now() - startedAt, MAX_COUNTED_POLL_MS)
  }
}
