import { isIP } from 'node:net'
import { isPublicAddress } from '@daymark/platform'

export type Receiver = {
  href: string
  /** For the lookup and the connection: without brackets and trailing dot. */
  hostname: string
  /** Includes the port. Fairness of deliveries is by host. */
  host: string
  port: number
  isSecure: boolean
}
export type Allowed = {
  /** Allows http, any port and private addresses. */
  private: boolean
  /** The address of this installation, to which no webhook may point. */
  own: URL | undefined
}
/** Why an address is not allowed, as a text for users. */
export class Refused extends Error {
  override name = 'Refused'
}

const MOST = 2000
const HTTPS = 443
/** Lower ports belong to other protocols, which an HTTP request could abuse. */
const FIRST_FREE = 1024
export const NOT_PUBLIC = 'the address is not public'

/** Checks an address without a name lookup. URL normalizes octal, hexadecimal and short forms of IPv4. */
export function receiverOf(text: string, allowed: Allowed): Receiver {
  const url = parse(text)
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = Number(url.port) || (isSecure ? HTTPS : 80)
  const host = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`
  if (isOwn(hostname, port, allowed)) throw new Refused('the address belongs to this installation')
  if (!allowed.private) assertPublic(hostname, port, isSecure)
  url.hash = ''
  return { href: url.href, hostname, host, port, isSecure }
}

function parse(text: string): URL {
  const url = text.length <= MOST && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new Refused('the address must begin with https://')
  if (url.username || url.password) throw new Refused('the address must not contain a user name or password')
  if (!/[^.]/.test(url.hostname)) throw new Refused('the address has no host name')
  return url
}

function assertPublic(hostname: string, port: number, isSecure: boolean): void {
  if (!isSecure) throw new Refused('the address must begin with https://')
  if (port !== HTTPS && port < FIRST_FREE) throw new Refused('the port must be 443, or 1024 or higher')
  if (isIP(hostname) ? !isPublicAddress(hostname) : !isInternetName(hostname)) throw new Refused(NOT_PUBLIC)
}

/** Names of one label, and names that public name servers do not resolve. */
const isInternetName = (hostname: string): boolean =>
  hostname.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(hostname)

function isOwn(hostname: string, port: number, { own, private: isPrivate }: Allowed): boolean {
  if (!own || own.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') !== hostname) return false
  // with private receivers, other programs on the same host are allowed
  return !isPrivate || port === (Number(own.port) || (own.protocol === 'https:' ? HTTPS : 80))
}
