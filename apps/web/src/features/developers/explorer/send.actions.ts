import { useEffect, useRef, useState } from 'react'
import { parseJson } from '../../../lib/api.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { type ApiAccess, type RequestForm, findProblem, type ApiRequest, buildRequest } from './request.ts'

/** S-EXP-18: a response with its duration in milliseconds. */
export type ReceivedResponse = {
  status: number
  statusText: string
  isOk: boolean
  headers: readonly (readonly [string, string])[]
  body: { json: unknown } | { text: string }
  durationMs: number
}

/** The names of HTTP status codes, which HTTP/2 responses do not contain. */
const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The status of the response to a request with If-None-Match if the resource has not changed. */
const NOT_MODIFIED = 304

/**
 * Sends the request without the session cookie, so that the response is the one that a program with this token would
 * receive. Throws network errors.
 */
async function sendRequest({ method, url, headers, body }: ApiRequest, signal: AbortSignal): Promise<ReceivedResponse> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method,
    headers,
    signal,
    credentials: 'omit',
    cache: 'no-store',
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const { status, statusText, ok } = response
  return {
    status,
    statusText: statusText || STATUS_TEXTS[status] || '',
    isOk: ok || status === NOT_MODIFIED,
    headers: [...response.headers],
    body: parseBody(text),
    durationMs: Math.round(performance.now() - startedAt),
  }
}

/** Parses the body as JSON, regardless of its content type, or returns it as text. */
function parseBody(text: string): ReceivedResponse['body'] {
  const json = parseJson(text)
  return json === null && text.trim() !== 'null' ? { text } : { json }
}

/** S-EXP-18: the state of the request. After an error response, the state contains a message and the response. */
export type RequestState =
  | { phase: 'idle' }
  | { phase: 'loading' }
  | { phase: 'response'; response: ReceivedResponse }
  | { phase: 'error'; message: string; response?: ReceivedResponse }

/** Sends one request at a time. A new request, or unmounting the component, aborts the previous request. */
export function useRequest(endpoint: Endpoint) {
  const [state, setState] = useState<RequestState>({ phase: 'idle' })
  const activeRequest = useRef<AbortController | null>(null)
  useEffect(() => () => activeRequest.current?.abort(), [])

  const execute = async (formValues: RequestForm, access: ApiAccess) => {
    const problem = findProblem(endpoint, formValues, access)
    if (problem) return setState({ phase: 'error', message: problem })
    activeRequest.current?.abort()
    const { signal } = (activeRequest.current = new AbortController())
    setState({ phase: 'loading' })
    const nextState = await sendAndDescribeResult(() => sendRequest(buildRequest(endpoint, formValues, access), signal))
    if (!signal.aborted) setState(nextState)
  }
  return { state, execute }
}

/** S-EXP-14: sends a request and returns the state that describes its result. */
async function sendAndDescribeResult(send: () => Promise<ReceivedResponse>): Promise<RequestState> {
  try {
    const response = await send()
    if (response.isOk) return { phase: 'response', response }
    return { phase: 'error', message: `Request failed with status ${response.status}`, response }
  } catch (reason) {
    return { phase: 'error', message: reason instanceof Error ? reason.message : String(reason) }
  }
}
