import { DaymarkError } from './errors.ts'

export type RetryOptions = {
  /** Maximum number of retries of a call that can be repeated. Default 4. */
  retries?: number
  /**
   * Whether to wait as often as necessary while the rate limit is exceeded. Default false: a response with 429 counts as a failed attempt.
   */
  waitForRateLimit?: boolean
  /** Called before each wait. */
  onWait?: (wait: { seconds: number; reason: unknown }) => void
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 60_000
/** Maximum wait: one day. Without a maximum, a large `Retry-After` could exceed 24.8 days, and such JavaScript timers fire immediately. */
const MAX_WAIT_MS = 24 * 3_600_000
/** Minimum wait after a response with 429, because without `Retry-After` the call would be repeated in a busy loop. */
const MIN_RATE_LIMIT_WAIT_MS = 1000
/** Statuses of temporary failures of the server or of a proxy. The same call can succeed later. */
const TEMPORARY_STATUSES = [502, 503, 504]

/** Counts the failed attempts of a call, and waits before the next one or throws the failure. */
export class Retries {
  private failureCount = 0
  private readonly options: RetryOptions
  private readonly signal: AbortSignal | undefined

  constructor(options: RetryOptions, signal?: AbortSignal) {
    this.options = options
    this.signal = signal
  }

  /**
   * Waits before the next attempt, or throws `reason` if the call must not be repeated. `isSafe`: repeating the call has no additional
   * effect. A call that was rejected with 429 was not executed, so it can always be repeated.
   */
  async waitForNextAttempt(reason: unknown, isSafe: boolean): Promise<void> {
    const { waitForRateLimit = false, onWait } = this.options
    const isWaiting = isRateLimit(reason) && waitForRateLimit
    if (this.signal?.aborted || !canBeRepeated(reason, isSafe)) throw reason
    if (!isWaiting) this.failureCount++
    const ms = this.waitMs(reason)
    if (!isWaiting && this.hasReachedLimit(ms)) throw reason
    onWait?.({ seconds: ms / 1000, reason })
    await waitOrAbort(ms, this.signal)
  }

  /** Resets the number of failures, for example after an upload has made progress. */
  reset(): void {
    this.failureCount = 0
  }

  private hasReachedLimit(ms: number): boolean {
    return this.failureCount > (this.options.retries ?? 4) || ms > MAX_RETRY_MS
  }

  private waitMs(reason: unknown): number {
    const minimumMs = this.options.waitForRateLimit && isRateLimit(reason) ? MIN_RATE_LIMIT_WAIT_MS : 0
    const requestedSeconds = reason instanceof DaymarkError ? reason.retryAfter : undefined
    if (requestedSeconds !== undefined) return Math.min(Math.max(requestedSeconds * 1000, minimumMs), MAX_WAIT_MS)
    const ms = Math.min(FIRST_RETRY_MS * 2 ** Math.max(this.failureCount - 1, 0), MAX_RETRY_MS)
    return ms * (0.75 + Math.random() / 2)
  }
}

const isRateLimit = (reason: unknown): boolean => reason instanceof DaymarkError && reason.status === 429
const canBeRepeated = (reason: unknown, isSafe: boolean): boolean =>
  isRateLimit(reason) || (isSafe && isTemporary(reason))
/**
 * Whether a failure is temporary. If there was no response, `fetch` throws a TypeError, possibly of another realm, so `instanceof` is not
 * sufficient. After `upload_offset`, the upload continues at another byte.
 */
const isTemporary = (reason: unknown): boolean =>
  reason instanceof DaymarkError
    ? TEMPORARY_STATUSES.includes(reason.status) || reason.code === 'upload_offset'
    : (reason as Error | undefined)?.name === 'TypeError'

function waitOrAbort(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
