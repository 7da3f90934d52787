import { networkOf } from '@daymark/platform'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientAddress } from '../edge/connections.ts'
import { GALLERY_COOKIES } from '../session/cookies.ts'
import { type CustomDomain, type CustomDomains, setCustomDomain } from './custom-domains.ts'
import { requestHost } from './request-host.ts'

/** Reduces a Cookie header to the cookies of galleries, because a custom domain must not use those of the application. */
export function galleryCookies(header: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').filter(pair => GALLERY_COOKIES.test(pair.trim()))
  return cookies.length > 0 ? cookies.join(';') : undefined
}

/**
 * Determines the custom domain of a request before anything else handles it, because access depends on it. Any other host counts as the
 * installation's own. While the domain is unknown, the request is rejected with 503.
 */
export function resolveCustomDomain(
  domains: CustomDomains,
  trustProxy: number,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    const host = requestHost(request)
    if (host === undefined) return reject(response, 400)
    if (domains.isOwn(host)) return next(request, response)
    domains.find(host, networkOf(clientAddress(request, trustProxy))).then(
      domain => {
        if (domain) applyDomain(request, domain)
        next(request, response)
      },
      () => reject(response, 503),
    )
  }
}

function applyDomain(request: IncomingMessage, domain: CustomDomain): void {
  const cookie = galleryCookies(request.headers.cookie)
  if (cookie === undefined) delete request.headers.cookie
  else request.headers.cookie = cookie
  setCustomDomain(request, domain)
}

function reject(response: ServerResponse, status: 400 | 503): void {
  response.writeHead(status, { connection: 'close', 'cache-control': 'no-store', 'content-length': 0 })
  response.end()
}
