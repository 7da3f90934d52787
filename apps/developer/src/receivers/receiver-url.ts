import { isIP } from 'node:net'
import { isPublicAddress } from '@daymark/platform'

export type Receiver = {
  href: string
  /** Host name for lookup and connection, without brackets and trailing dot. */
  hostname: string
  /** Host with port. Deliveries are scheduled round-robin by this value. */
  host: string
  port: number
  isSecure: boolean
}
export type AllowedReceivers = {
  /** Whether http, all ports and private addresses are allowed. */
  allowsPrivate: boolean
  /** The address of this installation, to which no webhook may point. */
  installationUrl: URL | undefined
}
/** Thrown if a URL is not allowed. The message is the reason, as a text for users. */
export class ReceiverRejected extends Error {
  override name = 'ReceiverRejected'
}

const MAX_URL_LENGTH = 2000
const HTTPS_PORT = 443
/** The lowest allowed port besides 443. Lower ports belong to other protocols, which an HTTP request could attack. */
const FIRST_ALLOWED_PORT = 1024
export const ADDRESS_NOT_PUBLIC = 'the address is not public'

/** Checks a URL without a name lookup. The URL class normalizes octal, hexadecimal and short forms of IPv4 addresses. */
export function parseReceiver(text: string, allowed: AllowedReceivers): Receiver {
  const url = parseUrl(text)
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = Number(url.port) || (isSecure ? HTTPS_PORT : 80)
  const host = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`
  if (isOwnAddress(hostname, port, allowed)) throw new ReceiverRejected('the address belongs to this installation')
  if (!allowed.allowsPrivate) assertPublic(hostname, port, isSecure)
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
  if (isIP(hostname) ? !isPublicAddress(hostname) : !isInternetName(hostname))
    throw new ReceiverRejected(ADDRESS_NOT_PUBLIC)
}

/** Whether public name servers resolve the name. False for names without a dot and for reserved names. */
const isInternetName = (hostname: string): boolean =>
  hostname.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(hostname)

function isOwnAddress(hostname: string, port: number, { installationUrl, allowsPrivate }: AllowedReceivers): boolean {
  if (!installationUrl || installationUrl.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') !== hostname) return false
  // If private addresses are allowed, other programs on this host are allowed too, so only the port of this installation is rejected.
  return (
    !allowsPrivate ||
    port === (Number(installationUrl.port) || (installationUrl.protocol === 'https:' ? HTTPS_PORT : 80))
  )
}
