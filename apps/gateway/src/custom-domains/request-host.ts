import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Names as browsers and probes send them; DNS allows the underscore to names that are no hosts. */
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/**
 * The host that a request names: in small letters, without port and without a dot at its end. Empty: none, as HTTP/1.0 may. Undefined:
 * more than one, or none that there could be. Only `Host` counts: a proxy in front has to leave it as it came.
 */
export function requestHost({ rawHeaders, url = '' }: Pick<IncomingMessage, 'rawHeaders' | 'url'>): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  if (hosts.length > 1) return undefined
  const host = hostIn(hosts[0] ?? '')
  if (url.startsWith('/') || url === '*') return host
  // a whole address, as to a proxy, may name another one
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
