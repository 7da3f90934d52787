import { errors } from '@daymark/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { bearerToken } from '../api-tokens/api-tokens.ts'
import { type Cookies, SESSION_COOKIE } from '../session/cookies.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
type FetchHeaders = { 'sec-fetch-site'?: string; origin?: string; host?: string }

/**
 * rule 32: whether a page of another site caused the request. Browsers send Sec-Fetch-Site or at least Origin; a client that sends
 * neither is not a browser. `same-site` may be a sibling subdomain, so Origin decides.
 */
export function isCrossSite(headers: FetchHeaders, publicUrl: string | undefined): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite === 'same-origin' || fetchSite === 'none') return false
  if (fetchSite === 'cross-site') return true
  if (headers.origin === undefined) return fetchSite !== undefined
  return !isOwnOrigin(headers.origin, headers.host, publicUrl)
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const { host: originHost } = new URL(origin)
  return originHost === host || (publicUrl !== undefined && originHost === new URL(publicUrl).host)
}

/**
 * Throws CROSS_SITE if a page of another site sent a sign-in or a state-changing request with a session cookie. Signing in needs no
 * cookie, but an attacker's site could sign the user in to the attacker's account. A request with an API token is not checked, because no
 * other site knows the token.
 */
export function rejectCrossSite(cookies: Cookies, publicUrl: string | undefined): RequestHandler {
  return (request: Request, _: Response, next: NextFunction) => {
    const isByToken = request.path.startsWith('/v1/') && bearerToken(request) !== undefined
    const hasSession = cookies.read(request, SESSION_COOKIE) !== undefined && !isByToken
    const needsCheck = hasSession || request.path.startsWith('/api/auth/')
    if (!SAFE_METHODS.has(request.method) && needsCheck && isCrossSite(request.headers, publicUrl))
      throw errors.CROSS_SITE()
    next()
  }
}

/** One day. Browsers may limit it further. */
const PREFLIGHT_CACHE_SECONDS = '86400'
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'X-Request-Id',
  'If-Match',
  'If-None-Match',
  'If-Unmodified-Since',
  'If-Range',
  'Range',
  'Idempotency-Key',
  'Upload-Offset',
  'Upload-Resumable',
]
const EXPOSED_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Ranges',
  'Allow',
  'Content-Range',
  'ETag',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/**
 * Pages of any site may call the public API, because the token authorizes the call. Cookies are excluded: without `Allow-Credentials`
 * browsers do not let a page read the response to a request with cookies.
 */
export function allowAllOrigins(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '))
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, DELETE')
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '))
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_CACHE_SECONDS)
  }
  next()
}

/**
 * Like `allowAllOrigins`, for pictures. It applies only to requests with a token, because browsers also request pictures with the session
 * of the user.
 */
export function allowAllOriginsForTokens(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' && bearerToken(request) === undefined) return next()
  allowAllOrigins(request, response, next)
}
