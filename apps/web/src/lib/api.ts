import type { http } from '@daymark/contracts'

/** A call that did not succeed. `sentence` is what the server said to the person, if it said something. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly sentence: string | null
  constructor(call: string, status: number, answer: Partial<http.ErrorAnswer> | null) {
    const sentence = answer?.message || answer?.error || null
    super(sentence ?? `${call} failed: ${status || 'network error'}`)
    this.status = status
    this.code = answer?.code ?? (status ? 'unknown' : 'network')
    this.sentence = sentence
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type ApiOptions = { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> }

export const SESSION_CHECK = '/api/auth/me'
const refusals = new Set<(error: ApiError) => void>()
/** Hears when a call was refused for want of a session (401) or of a chosen password (403); not of the session check itself. */
export function onRefusal(listener: (error: ApiError) => void) {
  refusals.add(listener)
  return () => void refusals.delete(listener)
}

/** The error, told to those who listen if it concerns the session. */
export function failure(path: string, error: ApiError) {
  const concernsSession = error.code === 'no_session' || error.code === 'password_change_required'
  if (concernsSession && path !== SESSION_CHECK) refusals.forEach(tell => tell(error))
  return error
}

export const parseJson = (text: string): unknown => {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}

/** Every call of the application: JSON both ways, with the session's cookie. The caller names the answer's type. */
export async function api<T>(method: Method, path: string, { body, signal, headers }: ApiOptions = {}): Promise<T> {
  const call = `${method} ${path}`
  const response = await fetch(path, {
    method,
    credentials: 'include',
    // Asks the server every time; an unchanged answer comes back as 304. What may be shown meanwhile is the CacheStore's matter.
    cache: 'no-cache',
    headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((reason: unknown) => {
    if (signal?.aborted) throw reason
    throw new ApiError(call, 0, null)
  })
  const answer = parseJson(await response.text())
  if (response.ok) return answer as T
  throw failure(path, new ApiError(call, response.status, answer as Partial<http.ErrorAnswer> | null))
}

/** `?a=1&b=2` of what is set, in a steady order (it is also part of cache keys). */
export function queryString(params: Record<string, string | number | boolean | undefined | null>) {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
