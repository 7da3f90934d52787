import { parseJson } from '../../../../lib/api.ts'
import type { Request } from './request.ts'

/** S-EXP-18 */
export type Received = {
  status: number
  statusText: string
  isOk: boolean
  headers: readonly (readonly [string, string])[]
  body: { json: unknown } | { text: string }
  ms: number
}

/** HTTP/2 has no status texts. */
const WORDS: Record<number, string> = {
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

/** The expected response to If-None-Match. */
const UNCHANGED = 304

/**
 * Sends the request without the session cookie, so that the response is that of a program with this token. Throws network
 * errors.
 */
export async function send({ method, url, headers, body }: Request, signal: AbortSignal): Promise<Received> {
  const began = performance.now()
  const response = await fetch(url, {
    ...{ method, headers, signal, credentials: 'omit', cache: 'no-store' },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const { status, statusText, ok } = response
  return {
    ...{
      status,
      statusText: statusText || WORDS[status] || '',
      isOk: ok || status === UNCHANGED,
      headers: [...response.headers],
    },
    body: bodyOf(text),
    ms: Math.round(performance.now() - began),
  }
}

/** Parses JSON regardless of the content type. */
function bodyOf(text: string): Received['body'] {
  const json = parseJson(text)
  return json === null && text.trim() !== 'null' ? { text } : { json }
}
