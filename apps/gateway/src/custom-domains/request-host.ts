import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

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
export function requestHost({ rawHeaders, url = '' }: Pick<IncomingMessage, 'rawHeaders' | 'url'>): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  if (hosts.length > 1) return undefined
  const host = parseHost(hosts[0] ?? '')
  if (url.startsWith('/') || url === '*') return host
  // An absolute URL, as sent to a proxy, may name a different host.
  const authority = ABSOLUTE_URL.exec(url)?.[1]
  return authority !== undefined && parseHost(authority) === host ? host : undefined
}

function parseHost(authority: string): string | undefined {
  const text = authority.trim().toLowerCase()
  if (text === '') return ''
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined
  const name = text.replace(/:\d{0,5}$/, '').replace(/\.$/, '')
  return HOST_NAME.test(name) ? name : undefined
}
