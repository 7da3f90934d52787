import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Names as browsers and probes send them. DNS allows the underscore in names that are not host names. */
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/**
 * The host of a request in lower case, without port and trailing dot. It is empty if the request has none, as HTTP/1.0 allows, and
 * undefined if there are several or the name is malformed. Only `Host` counts, so a proxy in front must pass it on unchanged.
 */
export function requestHost({ rawHeaders, url = '' }: Pick<IncomingMessage, 'rawHeaders' | 'url'>): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  if (hosts.length > 1) return undefined
  const host = hostIn(hosts[0] ?? '')
  if (url.startsWith('/') || url === '*') return host
  // An absolute URL, as sent to a proxy, may name a different host.
  const authority = ABSOLUTE.exec(url)?.[1]
  return authority !== undefined && hostIn(authority) === host ? host : undefined
}

function hostIn(authority: string): string | undefined {
  const text = authority.trim().toLowerCase()
  if (text === '') return ''
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined
  const name = text.replace(/:\d{0,5}$/, '').replace(/\.$/, '')
  return NAME.test(name) ? name : undefined
}
