import type { Answer, Given, http, Route } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'

type Refusal = Partial<http.ErrorAnswer> & { hint?: string; challenge?: string; deletion_due_at?: string }

const serverMessageOf = (answer: Refusal | null) => answer?.message || answer?.error || null

/** A failed call. `serverMessage` is the message that the server wrote for the user, if any. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly serverMessage: string | null
  /** Seconds or a date, as in the Retry-After header. */
  readonly retryAfter: string | null
  constructor(
    call: string,
    public readonly status: number,
    /** The response body, with additional fields of some codes, such as the hint of a password. */
    public readonly answer: Refusal | null,
    retryAfter: string | null = null,
  ) {
    const serverMessage = serverMessageOf(answer)
    super(serverMessage ?? `${call} failed: ${status || 'network error'}`)
    this.code = answer?.code ?? (status ? 'unknown' : 'network')
    this.serverMessage = serverMessage
    this.retryAfter = retryAfter
  }
  /** True for network failures and temporary server errors: the same call may succeed in a second. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** The message of the server, if it sent one. */
export const messageOf = (reason: unknown, otherwise = 'Something went wrong. Please try again.'): string =>
  (reason instanceof ApiError && reason.serverMessage) || otherwise

const sessionListeners = new Set<(error: ApiError) => void>()
/**
 * Calls the listener after a 401 (no session) or a 403 (password change required), except for those of the session check
 * itself.
 */
export function onSessionError(listener: (error: ApiError) => void) {
  sessionListeners.add(listener)
  return () => void sessionListeners.delete(listener)
}

/** Returns the error and notifies listeners if it concerns the session. */
export function failure(path: string, error: ApiError) {
  const concernsSession = error.code === 'no_session' || error.code === 'password_change_required'
  if (concernsSession && path !== routes.getMe.path) sessionListeners.forEach(listener => listener(error))
  return error
}

export const parseJson = (text: string): unknown => {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}

type Extra = { signal?: AbortSignal | undefined; headers?: Record<string, string> }
type Arguments<R extends Route> = object extends Given<R> ? [given?: Given<R> & Extra] : [given: Given<R> & Extra]
/** Arguments of a call, whatever its route. */
type Anything = Extra & { params?: Record<string, string>; query?: Query; body?: unknown }
type Query = Record<string, string | number | boolean | undefined | null>

/** The address of a call; it is also the cache key of the response. */
export function addressOf<R extends Route>(route: R, ...[given]: Arguments<R>): string {
  const { params = {}, query = {} } = (given ?? {}) as Anything
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return path + queryString(query)
}

/** Every call of the application uses this function: JSON in both directions, with the session cookie. Throws an ApiError. */
export async function call<R extends Route>(route: R, ...rest: Arguments<R>): Promise<Answer<R>> {
  const { body, signal, headers = {} } = (rest[0] ?? {}) as Anything
  const address = addressOf(route, ...rest)
  const name = `${route.method} ${address}`
  try {
    const response = await fetch(address, {
      method: route.method,
      credentials: 'include',
      // Always revalidates with the server; an unchanged response is a 304. CacheStore decides what may be shown until then.
      cache: 'no-cache',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    return await answerOf<Answer<R>>(response, address, name)
  } catch (reason) {
    if (reason instanceof ApiError) throw reason
    if (signal?.aborted && (signal.reason as Error).name !== 'TimeoutError') throw reason
    throw new ApiError(name, 0, null)
  }
}

async function answerOf<T>(response: Response, address: string, name: string): Promise<T> {
  const text = await response.text()
  const answer = parseJson(text)
  // A captive portal answers every address with a page of its own: Daymark was not reached.
  const isForeign = response.ok && text !== '' && answer === null
  if (response.ok && !isForeign) return answer as T
  const status = isForeign ? 0 : response.status
  throw failure(address, new ApiError(name, status, answer as Refusal | null, response.headers.get('retry-after')))
}

/** Builds `?a=1&b=2` from the values that are set, in a fixed order because it is part of cache keys. */
export function queryString(params: Query) {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
