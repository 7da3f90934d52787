import { Refused } from '../receivers/receivers.ts'

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
  EPIPE: 'The connection was closed before a response arrived.',
}
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/

/** The reason for a missing response, as a text for the owner of the webhook. */
export function wordsOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return `Nothing was sent: ${error.message}.`
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return `No response within ${timeoutMs / 1000} seconds.`
  if (CERTIFICATE.test(code)) return `The certificate of the host is not valid (${code}).`
  if (code.startsWith('HPE_')) return 'The response was not valid HTTP.'
  return WORDS[code] ?? `The connection failed${code ? ` (${code})` : ''}.`
}

/** For a response that is no success. */
export const wordsOfStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver responded with status ${status}. Redirects are not followed.`
    : `The receiver responded with status ${status}.`
