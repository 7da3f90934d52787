import { errors } from '@daymark/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { bearerOf } from '../api-tokens/api-tokens.ts'
import { type Cookies, SESSION } from '../session/cookies.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
type Headers = { 'sec-fetch-site'?: string; origin?: string; host?: string }

/**
 * rule 32: did a page of another site make the browser send this? Sec-Fetch-Site says it where the browser sends it, else
 * Origin; a client that sends neither is no browser. `same-site` is a neighbouring subdomain: its Origin decides.
 */
export function isCrossSite(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return false
  if (site === 'cross-site') return true
  if (headers.origin === undefined) return site !== undefined
  return !isOwn(headers.origin, headers.host, publicUrl)
}

function isOwn(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const { host: from } = new URL(origin)
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host)
}

/**
 * Signing in needs no cookie yet, but a foreign page could sign a visitor in as somebody else. On the public API a token decides alone
 * where there is one, and no page has that of somebody else.
 */
export function refuseCrossSite(cookies: Cookies, publicUrl: string | undefined): RequestHandler {
  return (request: Request, _: Response, next: NextFunction) => {
    const isByToken = request.path.startsWith('/v1/') && bearerOf(request) !== undefined
    const hasSession = cookies.read(request, SESSION) !== undefined && !isByToken
    const isGuarded = hasSession || request.path.startsWith('/api/auth/')
    if (!SAFE.has(request.method) && isGuarded && isCrossSite(request.headers, publicUrl)) throw errors.CROSS_SITE()
    next()
  }
}

/** A day, as far as browsers allow it. */
const KEPT_SECONDS = '86400'
const TAKEN = [
  ...['Authorization', 'Content-Type', 'X-Request-Id'],
  ...['If-Match', 'If-None-Match', 'If-Unmodified-Since', 'If-Range', 'Range'],
  ...['Idempotency-Key', 'Upload-Offset', 'Upload-Resumable'],
]
const SHOWN = [
  ...['Accept', 'Accept-Encoding', 'Accept-Ranges', 'Allow', 'Content-Range', 'ETag', 'Location', 'Retry-After'],
  ...['WWW-Authenticate', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
]

/**
 * The public API may be called by pages of any site, as whoever has the token could call it from anywhere. Never with cookies: without
 * `Allow-Credentials` browsers show no page an answer to a request that bore them.
 */
export function openToOrigins(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', SHOWN.join(', '))
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, DELETE')
    response.setHeader('Access-Control-Allow-Headers', TAKEN.join(', '))
    response.setHeader('Access-Control-Max-Age', KEPT_SECONDS)
  }
  next()
}

/** The same of the addresses of pictures, which people open with their session. */
export function openToTokens(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' && bearerOf(request) === undefined) return next()
  openToOrigins(request, response, next)
}
