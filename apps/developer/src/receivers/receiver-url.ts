import { isIP } from 'node:net'
import { isPublicAddress } from '@daymark/platform'

export type Receiver = {
  href: string
  /** Without brackets and trailing dot, for lookup and connection. */
  hostname: string
  /** Includes the port. Deliveries are scheduled round-robin by host. */
  host: string
  port: number
  isSecure: boolean
}
export type AllowedReceivers = {
  /** Allows http, any port and private addresses. */
  private: boolean
  /** The address of this installation, to which no webhook may point. */
  own: URL | undefined
}
/** The message is the reason why the address is not allowed, as a text for users. */
export class ReceiverRejected extends Error {
  override name = 'ReceiverRejected'
}

const MAX_URL_LENGTH = 2000
const HTTPS_PORT = 443
/** Lower ports, except 443, belong to other protocols that an HTTP request could attack. */
const FIRST_ALLOWED_PORT = 1024
export const NOT_PUBLIC = 'the address is not public'

/** Checks an address without a name lookup. URL normalizes octal, hexadecimal and short forms of IPv4. */
export function parseReceiver(text: string, allowed: AllowedReceivers): Receiver {
  const url = parseUrl(text)
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = Number(url.port) || (isSecure ? HTTPS_PORT : 80)
  const host = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`
  if (isOwn(hostname, port, allowed)) throw new ReceiverRejected('the address belongs to this installation')
  if (!allowed.private) assertPublic(hostname, port, isSecure)
  url.hash = ''
  return { href: url.href, hostname, host, port, isSecure }
}

function parseUrl(text: string): URL {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new ReceiverRejected('the address must begin with https://')
  if (url.username || url.password) throw new ReceiverRejected('the address must not contain a user name or password')
  if (!/[^.]/.test(url.hostname)) throw new ReceiverRejected('the address has no host name')
  return url
}

function assertPublic(hostname: string, port: number, isSecure: boolean): void {
  if (!isSecure) throw new ReceiverRejected('the address must begin with https://')
  if (port !== HTTPS_PORT && port < FIRST_ALLOWED_PORT)
    throw new ReceiverRejected('the port must be 443, or 1024 or higher')
  if (isIP(hostname) ? !isPublicAddress(hostname) : !isInternetName(hostname)) throw new ReceiverRejected(NOT_PUBLIC)
}

/** False for names without a dot, and for names that public name servers do not resolve. */
const isInternetName = (hostname: string): boolean =>
  hostname.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(hostname)

function isOwn(hostname: string, port: number, { own, private: isPrivate }: AllowedReceivers): boolean {
  if (!own || own.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') !== hostname) return false
  // if private addresses are allowed, other programs on the same host are too
  return !isPrivate || port === (Number(own.port) || (own.protocol === 'https:' ? HTTPS_PORT : 80))
}
