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
    const asked = reason instanceof DaymarkError ? reason.retryAfter : undefined
    if (asked !== undefined) return asked * 1000
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
