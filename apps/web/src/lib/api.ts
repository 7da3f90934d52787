import type { Answer, CallInput, http, Route } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'

type ErrorBody = Partial<http.ErrorAnswer> & { hint?: string; challenge?: string; deletion_due_at?: string }

const serverMessageOf = (body: ErrorBody | null) => body?.message || body?.error || null

/** A failed call. `serverMessage` is the message that the server wrote for the user, if any. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly serverMessage: string | null
  /** Seconds or a date, as in the Retry-After header. */
  readonly retryAfter: string | null
  constructor(
    callName: string,
    public readonly status: number,
    /** The response body. Some error codes have additional fields, such as the hint of a password. */
    public readonly body: ErrorBody | null,
    retryAfter: string | null = null,
  ) {
    const serverMessage = serverMessageOf(body)
    super(serverMessage ?? `${callName} failed: ${status || 'network error'}`)
    this.code = body?.code ?? (status ? 'unknown' : 'network')
    this.serverMessage = serverMessage
    this.retryAfter = retryAfter
  }
  /** True for network failures and temporary server errors, after which the same call may succeed if repeated. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** Returns the server's message if the response contains one, and `fallback` if not. */
export const messageOf = (reason: unknown, fallback = 'Something went wrong. Please try again.'): string =>
  (reason instanceof ApiError && reason.serverMessage) || fallback

const sessionListeners = new Set<(error: ApiError) => void>()
/**
 * Calls the listener after a 401 (no session) or 403 (password change required) response, except to the session check.
 */
export function onSessionError(listener: (error: ApiError) => void) {
  sessionListeners.add(listener)
  return () => void sessionListeners.delete(listener)
}

/** Notifies the session listeners if the error concerns the session. Returns the error. */
export function reportSessionError(path: string, error: ApiError) {
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

type RequestOptions = { signal?: AbortSignal | undefined; headers?: Record<string, string> }
/** The arguments of a call to a route. They can be omitted if the route needs none. */
export type CallArguments<R extends Route> =
  object extends CallInput<R>
    ? [callArguments?: CallInput<R> & RequestOptions]
    : [callArguments: CallInput<R> & RequestOptions]
/** The arguments of a call to any route. */
type AnyCallArguments = RequestOptions & { params?: Record<string, string>; query?: QueryParameters; body?: unknown }
type QueryParameters = Record<string, string | number | boolean | undefined | null>

/** Builds the URL of a call, which is also the cache key of the response. */
export function urlOf<R extends Route>(route: R, ...[callArguments]: CallArguments<R>): string {
  const { params = {}, query = {} } = (callArguments ?? {}) as AnyCallArguments
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return path + queryString(query)
}

/**
 * Calls the API with JSON and the session cookie. All API calls of the application use this function. Throws ApiError.
 */
export async function call<R extends Route>(route: R, ...callArguments: CallArguments<R>): Promise<Answer<R>> {
  const { body, signal, headers = {} } = (callArguments[0] ?? {}) as AnyCallArguments
  const url = urlOf(route, ...callArguments)
  const callName = `${route.method} ${url}`
  try {
    const response = await fetch(url, {
      method: route.method,
      credentials: 'include',
      // The browser must revalidate its HTTP cache every time; an unchanged response is a 304. CacheStore decides which
      // data the screen shows during the request.
      cache: 'no-cache',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    return await readResponse<Answer<R>>(response, url, callName)
  } catch (reason) {
    if (reason instanceof ApiError) throw reason
    if (signal?.aborted && (signal.reason as Error).name !== 'TimeoutError') throw reason
    throw new ApiError(callName, 0, null)
  }
}

async function readResponse<T>(response: Response, url: string, callName: string): Promise<T> {
  const text = await response.text()
  const parsedBody = parseJson(text)
  // A captive portal responds to every URL with its own page, so the request did not reach Daymark.
  const isFromAnotherServer = response.ok && text !== '' && parsedBody === null
  if (response.ok && !isFromAnotherServer) return parsedBody as T
  const status = isFromAnotherServer ? 0 : response.status
  throw reportSessionError(
    url,
    new ApiError(callName, status, parsedBody as ErrorBody | null, response.headers.get('retry-after')),
  )
}

/**
 * Builds `?a=1&b=2` from the values that are set. The order of parameters is always the same, because cache keys
 * contain the result.
 */
export function queryString(params: QueryParameters) {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

const RETRY_DELAYS_MS = [1000, 2000]

/**
 * Repeats a read after temporary failures, because the server may be restarting. Makes as many attempts as the query
 * cache does (MAX_RETRIES).
 */
export async function readWithRetry<T>(read: () => Promise<T>): Promise<T> {
  for (const ms of RETRY_DELAYS_MS)
    try {
      return await read()
    } catch (reason) {
      if (!(reason instanceof ApiError && reason.isTemporary)) throw reason
      await new Promise(resolve => setTimeout(resolve, ms))
    }
  return read()
}
