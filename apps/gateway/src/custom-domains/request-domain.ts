import { networkOf } from '@daymark/platform'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { clientAddress } from '../edge/connections.ts'
import { GALLERY_COOKIE_PATTERN } from '../session/cookies.ts'
import { type CustomDomain, type CustomDomains, setCustomDomain } from './custom-domains.ts'

/**
 * Host names that are accepted, in lower case. The underscore is not valid in host names, but browsers and probes send it because DNS
 * allows it in other names.
 */
const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/**
 * The host of a request in lower case, without port and trailing dot. It is empty if the request has none, as HTTP/1.0 allows, and
 * undefined if there are several or the name is malformed. Only `Host` counts, so a proxy in front must pass it on unchanged.
 */
export function parseRequestHost({
  rawHeaders,
  url = '',
}: Pick<IncomingMessage, 'rawHeaders' | 'url'>): string | undefined {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  if (hosts.length > 1) return undefined
  const host = parseHost(hosts[0] ?? '')
  if (url.startsWith('/') || url === '*') return host
  // A request target that is an absolute URL, as sent to a proxy, must name the host of the Host header.
  const authority = ABSOLUTE_URL.exec(url)?.[1]
  return authority !== undefined && parseHost(authority) === host ? host : undefined
}

function parseHost(authority: string): string | undefined {
  const text = authority.trim().toLowerCase()
  if (text === '') return ''
  const ipv6Address = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/.exec(text)?.[1]
  if (ipv6Address !== undefined) return isIP(ipv6Address) === 6 ? ipv6Address : undefined
  const name = text.replace(/:\d{0,5}$/, '').replace(/\.$/, '')
  return HOST_NAME.test(name) ? name : undefined
}

/** Reduces a Cookie header to the cookies of galleries, because a custom domain must not use those of the application. */
export function keepGalleryCookies(header: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').filter(pair => GALLERY_COOKIE_PATTERN.test(pair.trim()))
  return cookies.length > 0 ? cookies.join(';') : undefined
}

/**
 * Determines the custom domain of a request before anything else handles it, because access depends on the domain. Any other host counts as
 * the installation's own. If the lookup fails, the request is rejected with 503.
 */
export function resolveCustomDomain(
  domains: CustomDomains,
  trustProxy: number,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    const host = parseRequestHost(request)
    if (host === undefined) return sendRejection(response, 400)
    if (domains.isInstallationHost(host)) return next(request, response)
    domains.find(host, networkOf(clientAddress(request, trustProxy))).then(
      domain => {
        if (domain) applyDomain(request, domain)
        next(request, response)
      },
      () => sendRejection(response, 503),
    )
  }
}

function applyDomain(request: IncomingMessage, domain: CustomDomain): void {
  const cookie = keepGalleryCookies(request.headers.cookie)
  if (cookie === undefined) delete request.headers.cookie
  else request.headers.cookie = cookie
  setCustomDomain(request, domain)
}

function sendRejection(response: ServerResponse, status: 400 | 503): void {
  response.writeHead(status, { connection: 'close', 'cache-control': 'no-store', 'content-length': 0 })
  response.end()
}
