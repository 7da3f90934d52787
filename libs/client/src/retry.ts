import { DaymarkError } from './errors.ts'

export type RetryOptions = {
  /** How often a call is tried again that may be; default 4. */
  retries?: number
  /** Waits for the limits of the token however long it takes, without counting that as a try. */
  patient?: boolean
  /** Told before each wait. */
  onWait?: (wait: { seconds: number; reason: unknown }) => void
}

const FIRST_MS = 500
const LONGEST_MS = 60_000
/** A server may name any time; beyond 24.8 days a timer of JavaScript would fire at once. */
const LONGEST_WAIT_MS = 24 * 3_600_000
/** Between two waits for a limit, so that an answer without a time does not become a busy loop. */
const SHORTEST_LIMIT_MS = 1000
/** Of gateways before the installation, and its own 503: nothing is wrong with the call itself. */
const AWAY = [502, 503, 504]

/** Waits before the next try; throws what happened when there is none. */
export class Retries {
  private failed = 0
  private readonly options: RetryOptions
  private readonly signal: AbortSignal | undefined

  constructor(options: RetryOptions, signal?: AbortSignal) {
    this.options = options
    this.signal = signal
  }

  /** `isSafe`: the call may be made twice. A call that was refused for its number was not made at all. */
  async next(reason: unknown, isSafe: boolean): Promise<void> {
    const { patient = false, onWait } = this.options
    const isWaiting = isLimit(reason) && patient
    if (this.signal?.aborted || !mayBeRepeated(reason, isSafe)) throw reason
    if (!isWaiting) this.failed++
    const ms = this.wait(reason)
    if (!isWaiting && this.isEnough(ms)) throw reason
    onWait?.({ seconds: ms / 1000, reason })
    await pause(ms, this.signal)
  }

  /** Something was achieved: what failed before does not count any more. */
  startAnew(): void {
    this.failed = 0
  }

  private isEnough(ms: number): boolean {
    return this.failed > (this.options.retries ?? 4) || ms > LONGEST_MS
  }

  private wait(reason: unknown): number {
    const least = this.options.patient && isLimit(reason) ? SHORTEST_LIMIT_MS : 0
    const asked = reason instanceof DaymarkError ? reason.retryAfter : undefined
    if (asked !== undefined) return Math.min(Math.max(asked * 1000, least), LONGEST_WAIT_MS)
    const ms = Math.min(FIRST_MS * 2 ** Math.max(this.failed - 1, 0), LONGEST_MS)
    return ms * (0.75 + Math.random() / 2)
  }
}

const isLimit = (reason: unknown): boolean => reason instanceof DaymarkError && reason.status === 429
const mayBeRepeated = (reason: unknown, isSafe: boolean): boolean => isLimit(reason) || (isSafe && isPassing(reason))
/** `fetch` throws a TypeError, maybe one of another realm, where there was no answer; an upload may have to go on elsewhere. */
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
