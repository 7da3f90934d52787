import { ApiError } from '../../../lib/api.ts'
import type { UploadItem } from './upload-item.ts'

const DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]
const MAX_RETRY_AFTER_MS = 300_000

/** No response, or one of a restarting server or a proxy in front of it. 520 to 530 are Cloudflare's. */
const isTemporaryStatus = (status: number) =>
  [0, 408, 425, 429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530)

/** The same file may be accepted later. `upload_offset`: the server holds another part of it than it reported. */
export const isTemporary = (reason: unknown): reason is ApiError =>
  reason instanceof ApiError && (isTemporaryStatus(reason.status) || reason.code === 'upload_offset')

/** The server accepts no file at the moment. */
const isRefusingAll = ({ status }: ApiError) => status === 429 || status === 503

export function waitingText({ status, code, serverMessage }: ApiError): string {
  const isSpecific = status === 503 && serverMessage !== null && code !== 'unavailable' && code !== 'unknown'
  const cause = isSpecific ? serverMessage : status === 0 ? 'Connection lost.' : 'The server is not responding.'
  return `${cause} Uploads continue automatically.`
}

/** Seconds or a date; null: the header is missing or unusable. */
function retryAfterMs(header: string | null): number | null {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - Date.now()
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null
}

/** Waits longer after each failure, up to 15 seconds. */
export class RetryDelay {
  #failures = 0

  reset() {
    this.#failures = 0
  }

  /** Ends early when the network returns or the page is shown again, unless the server sent a time. Rejects on abort. */
  wait({ retryAfter }: ApiError, signal: AbortSignal): Promise<void> {
    const ms = DELAYS_MS[Math.min(this.#failures++, DELAYS_MS.length - 1)] ?? 0
    const named = retryAfterMs(retryAfter)
    // Clients that lost the same server at the same moment must not return at the same moment.
    return pause(named ?? ms * (0.75 + Math.random() / 2), signal, named === null)
  }
}

function pause(ms: number, signal: AbortSignal, mayEndEarly: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController()
    const listen = (target: EventTarget, event: string, listener: () => void) =>
      target.addEventListener(event, listener, { signal: listening.signal })
    const settle = (end: () => void) => {
      clearTimeout(timer)
      listening.abort()
      end()
    }
    const timer = setTimeout(() => settle(resolve), ms)
    listen(signal, 'abort', () => settle(() => reject(signal.reason as Error)))
    if (!mayEndEarly) return
    listen(window, 'online', () => settle(resolve))
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && settle(resolve))
  })
}

/**
 * An unreachable server is retried without limit. A file that fails although the server is reachable may itself be the cause:
 * after some attempts the other files go first, and once one of those succeeds few attempts are left.
 */
const ATTEMPTS = { beforeOthers: 4, afterOthers: 4, all: 60 }

const turn = ({ fails }: UploadItem) => Math.max(0, fails - ATTEMPTS.beforeOthers + 1)

export const nextOf = (items: readonly UploadItem[]) =>
  items.filter(({ state }) => state === 'waiting').toSorted((a, b) => turn(a) - turn(b))[0]

/** Another file was accepted. */
export function limitAttempts(items: readonly UploadItem[]): UploadItem[] {
  const fails = ATTEMPTS.all - ATTEMPTS.afterOthers
  return items.map(item => (turn(item) > 0 ? { ...item, fails: Math.max(item.fails, fails) } : item))
}

/** Null: no attempt is left. */
export function failsAfter({ fails }: UploadItem, reason: unknown, isServerReached: boolean): number | null {
  const isCounted = isServerReached && isTemporary(reason) && !isRefusingAll(reason)
  const counted = fails + Number(isCounted)
  return counted < ATTEMPTS.all ? counted : null
}
