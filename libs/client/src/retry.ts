import { DaymarkError } from './errors.ts'

export type RetryOptions = {
  /** Maximum number of retries of a call that can be repeated. Default 4. */
  retries?: number
  /** Waits for the rate limit without counting it as a retry. */
  waitForRateLimit?: boolean
  /** Called before each wait. */
  onWait?: (wait: { seconds: number; reason: unknown }) => void
}

const FIRST_MS = 500
const LONGEST_MS = 60_000
/** Upper bound of a wait: a JavaScript timer above 24.8 days fires immediately. */
const LONGEST_WAIT_MS = 24 * 3_600_000
/** Minimum wait for a rate limit, to avoid a busy loop if the response has no time. */
const SHORTEST_LIMIT_MS = 1000
/** Statuses of proxies, and 503: temporary failures that do not concern the call itself. */
const AWAY = [502, 503, 504]

/** Waits before the next attempt, or throws the failure if none is left. */
export class Retries {
  private failed = 0
  private readonly options: RetryOptions
  private readonly signal: AbortSignal | undefined

  constructor(options: RetryOptions, signal?: AbortSignal) {
    this.options = options
    this.signal = signal
  }

  /** `isSafe`: the call can be repeated. A rate-limited call was not executed and can always be repeated. */
  async next(reason: unknown, isSafe: boolean): Promise<void> {
    const { waitForRateLimit = false, onWait } = this.options
    const isWaiting = isLimit(reason) && waitForRateLimit
    if (this.signal?.aborted || !mayBeRepeated(reason, isSafe)) throw reason
    if (!isWaiting) this.failed++
    const ms = this.wait(reason)
    if (!isWaiting && this.isEnough(ms)) throw reason
    onWait?.({ seconds: ms / 1000, reason })
    await pause(ms, this.signal)
  }

  /** Resets the number of failures after progress. */
  reset(): void {
    this.failed = 0
  }

  private isEnough(ms: number): boolean {
    return this.failed > (this.options.retries ?? 4) || ms > LONGEST_MS
  }

  private wait(reason: unknown): number {
    const least = this.options.waitForRateLimit && isLimit(reason) ? SHORTEST_LIMIT_MS : 0
    const asked = reason instanceof DaymarkError ? reason.retryAfter : undefined
    if (asked !== undefined) return Math.min(Math.max(asked * 1000, least), LONGEST_WAIT_MS)
    const ms = Math.min(FIRST_MS * 2 ** Math.max(this.failed - 1, 0), LONGEST_MS)
    return ms * (0.75 + Math.random() / 2)
  }
}

const isLimit = (reason: unknown): boolean => reason instanceof DaymarkError && reason.status === 429
const mayBeRepeated = (reason: unknown, isSafe: boolean): boolean => isLimit(reason) || (isSafe && isPassing(reason))
/** `fetch` throws a TypeError, possibly of another realm, if there was no response. An upload may need another offset. */
const isPassing = (reason: unknown): boolean =>
  reason instanceof DaymarkError
    ? AWAY.includes(reason.status) || reason.code === 'upload_offset'
    : (reason as Error | undefined)?.name === 'TypeError'

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
