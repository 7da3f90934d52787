import type { NextFunction, Request, Response } from 'express'
import { bearerOf } from './bearer-of.ts'

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
