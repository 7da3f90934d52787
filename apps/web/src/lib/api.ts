import type { Answer, Given, http, Route } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'

type Refusal = Partial<http.ErrorAnswer> & { hint?: string; challenge?: string; deletion_due_at?: string }

const sentenceOf = (answer: Refusal | null) => answer?.message || answer?.error || null

/** A call that did not succeed. `sentence` is what the server said to the person, if it said something. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly sentence: string | null
  /** The header: seconds or a date. */
  readonly retryAfter: string | null
  constructor(
    call: string,
    public readonly status: number /** With what a code brings along, such as the hint of a password. */,
    public readonly answer: Refusal | null,
    retryAfter: string | null = null,
  ) {
    const sentence = sentenceOf(answer)
    super(sentence ?? `${call} failed: ${status || 'network error'}`)
    this.code = answer?.code ?? (status ? 'unknown' : 'network')
    this.sentence = sentence
    this.retryAfter = retryAfter
  }
  /** The server was not reached, or is away for a moment: the same call may succeed in a second. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

const refusals = new Set<(error: ApiError) => void>()
/** Calls the listener when a call was refused for want of a session (401) or of a chosen password (403); not of the session check itself. */
export function onRefusal(listener: (error: ApiError) => void) {
  refusals.add(listener)
  return () => void refusals.delete(listener)
}

/** The error; listeners get it too if it concerns the session. */
export function failure(path: string, error: ApiError) {
  const concernsSession = error.code === 'no_session' || error.code === 'password_change_required'
  if (concernsSession && path !== routes.getMe.path) refusals.forEach(listener => listener(error))
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
/** What a call may be given, whatever its route. */
type Anything = Extra & { params?: Record<string, string>; query?: Query; body?: unknown }
type Query = Record<string, string | number | boolean | undefined | null>

/** The address of a call; also the key under which its answer is cached. */
export function addressOf<R extends Route>(route: R, ...[given]: Arguments<R>): string {
  const { params = {}, query = {} } = (given ?? {}) as Anything
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return path + queryString(query)
}

/** Every call of the application: JSON both ways, with the session's cookie. Throws an ApiError. */
export async function call<R extends Route>(route: R, ...rest: Arguments<R>): Promise<Answer<R>> {
  const { body, signal, headers = {} } = (rest[0] ?? {}) as Anything
  const address = addressOf(route, ...rest)
  const name = `${route.method} ${address}`
  try {
    const response = await fetch(address, {
      method: route.method,
      credentials: 'include',
      // Asks the server every time; an unchanged answer comes back as 304. What may be shown meanwhile is the CacheStore's matter.
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
  // A network that asks for a sign-in answers every address with a page of its own: Daymark was not reached.
  const isForeign = response.ok && text !== '' && answer === null
  if (response.ok && !isForeign) return answer as T
  const status = isForeign ? 0 : response.status
  throw failure(address, new ApiError(name, status, answer as Refusal | null, response.headers.get('retry-after')))
}

/** `?a=1&b=2` of what is set, in a steady order (it is also part of cache keys). */
export function queryString(params: Query) {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
