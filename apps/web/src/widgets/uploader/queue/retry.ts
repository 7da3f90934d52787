import { ApiError } from '../../../lib/api.ts'
import type { UploadItem } from './upload-item.ts'

const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]
const MAX_RETRY_AFTER_MS = 300_000

/**
 * Whether a request with this status may succeed later. 0 means that there was no response. A restarting server or a
 * proxy sends the other statuses; Cloudflare sends 520 to 530.
 */
const isTemporaryStatus = (status: number) =>
  [0, 408, 425, 429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530)

/**
 * Whether the same upload may succeed later. With the error `upload_offset`, the server has more or fewer bytes of the
 * file than it reported before, so the upload continues at another byte.
 */
export const isTemporary = (reason: unknown): reason is ApiError =>
  reason instanceof ApiError && (isTemporaryStatus(reason.status) || reason.code === 'upload_offset')

/** Whether the server currently rejects all uploads. */
const isRejectingUploads = ({ status }: ApiError) => status === 429 || status === 503

export function createWaitReason({ status, code, serverMessage }: ApiError): string {
  const isSpecific = status === 503 && serverMessage !== null && code !== 'unavailable' && code !== 'unknown'
  const cause = isSpecific ? serverMessage : status === 0 ? 'Connection lost.' : 'The server is not responding.'
  return `${cause} Uploads continue automatically.`
}

/** Parses a Retry-After header, which contains seconds or a date. Null if it is missing or invalid. */
function parseRetryAfter(header: string | null): number | null {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - Date.now()
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null
}

/** Computes the delay before a retry, which grows with each failure up to 15 seconds. */
export class RetryDelay {
  #failures = 0

  reset() {
    this.#failures = 0
  }

  /**
   * Waits before the next attempt. Unless the server sent a time, the wait ends early when the network connection
   * returns or the page becomes visible. Rejects if the signal aborts.
   */
  wait({ retryAfter }: ApiError, signal: AbortSignal): Promise<void> {
    const ms = RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)] ?? 0
    const serverDelayMs = parseRetryAfter(retryAfter)
    // The delay is random, so that clients that lost the connection at the same time do not all retry at the same time.
    return waitUntilRetry(serverDelayMs ?? ms * (0.75 + Math.random() / 2), signal, serverDelayMs === null)
  }
}

function waitUntilRetry(ms: number, signal: AbortSignal, mayEndEarly: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const abortController = new AbortController()
    const listen = (target: EventTarget, event: string, listener: () => void) =>
      target.addEventListener(event, listener, { signal: abortController.signal })
    const finish = (end: () => void) => {
      clearTimeout(timer)
      abortController.abort()
      end()
    }
    const timer = setTimeout(() => finish(resolve), ms)
    listen(signal, 'abort', () => finish(() => reject(signal.reason as Error)))
    if (!mayEndEarly) return
    listen(window, 'online', () => finish(resolve))
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && finish(resolve))
  })
}

/**
 * The limits of failed attempts per file. Only failures with a reachable server count, because only then the file
 * itself may be the cause. After `beforeOthers` failures, other files are sent first. When another file succeeds, the
 * failed file has `afterOthers` attempts left.
 */
const MAX_ATTEMPTS = { beforeOthers: 4, afterOthers: 4, total: 60 }

const retryRound = ({ failedAttempts }: UploadItem) => Math.max(0, failedAttempts - MAX_ATTEMPTS.beforeOthers + 1)

export const chooseNextItem = (items: readonly UploadItem[]) =>
  items.filter(({ state }) => state === 'waiting').toSorted((a, b) => retryRound(a) - retryRound(b))[0]

/** Limits the remaining attempts of files that failed repeatedly, because the server has accepted another file. */
export function limitAttempts(items: readonly UploadItem[]): UploadItem[] {
  const failedAttempts = MAX_ATTEMPTS.total - MAX_ATTEMPTS.afterOthers
  return items.map(item =>
    retryRound(item) > 0 ? { ...item, failedAttempts: Math.max(item.failedAttempts, failedAttempts) } : item,
  )
}

/** Returns the new number of failed attempts, or null if no attempt is left. */
export function countFailure({ failedAttempts }: UploadItem, reason: unknown, isServerReached: boolean): number | null {
  const isCounted = isServerReached && isTemporary(reason) && !isRejectingUploads(reason)
  const failedCount = failedAttempts + Number(isCounted)
  return failedCount < MAX_ATTEMPTS.total ? failedCount : null
}
