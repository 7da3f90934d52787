import { isIP } from 'node:net'
import { isPublicAddress } from '@daymark/platform'

export type Receiver = {
  href: string
  /** Without brackets and without a dot at its end: what is looked up or connected to. */
  hostname: string
  /** With the port: what deliveries take turns by. */
  host: string
  port: number
  isSecure: boolean
}
export type Allowed = {
  /** http, any port and private addresses. */
  private: boolean
  /** The address of this installation, which is no receiver. */
  own: URL | undefined
}
/** Why nothing is sent there, for a person. */
export class Refused extends Error {
  override name = 'Refused'
}

const MOST = 2000
const HTTPS = 443
/** Ports below are of other services, which an HTTP request may talk into something. */
const FIRST_FREE = 1024
export const NOT_PUBLIC = 'its address is not a public one'

/** Checks an address without a name lookup. URL normalizes octal, hexadecimal and short forms of IPv4. */
export function receiverOf(text: string, allowed: Allowed): Receiver {
  const url = parse(text)
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = Number(url.port) || (isSecure ? HTTPS : 80)
  const host = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`
  if (isOwn(hostname, port, allowed)) throw new Refused('it is the address of this installation')
  if (!allowed.private) assertPublic(hostname, port, isSecure)
  url.hash = ''
  return { href: url.href, hostname, host, port, isSecure }
}

function parse(text: string): URL {
  const url = text.length <= MOST && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new Refused('an address that begins with https:// is needed')
  if (url.username || url.password) throw new Refused('an address with a user name or password is not taken')
  if (!/[^.]/.test(url.hostname)) throw new Refused('it names no host')
  return url
}

function assertPublic(hostname: string, port: number, isSecure: boolean): void {
  if (!isSecure) throw new Refused('an address that begins with https:// is needed')
  if (port !== HTTPS && port < FIRST_FREE) throw new Refused('its port has to be 443, or 1024 and above')
  if (isIP(hostname) ? !isPublicAddress(hostname) : !isInternetName(hostname)) throw new Refused(NOT_PUBLIC)
}

/** Names of one label, and those that no name server of the internet answers for. */
const isInternetName = (hostname: string): boolean =>
  hostname.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(hostname)

function isOwn(hostname: string, port: number, { own, private: isPrivate }: Allowed): boolean {
  if (!own || own.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') !== hostname) return false
  // on a machine of one's own other programs listen at the same name
  return !isPrivate || port === (Number(own.port) || (own.protocol === 'https:' ? HTTPS : 80))
}
