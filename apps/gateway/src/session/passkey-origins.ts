import { isIP } from 'node:net'
import { errors } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'

/** The origin to which browsers bind passkeys. `rpId` is its host name. */
type PasskeyOrigin = { origin: string; rpId: string }

/** Finds the origin for passkeys: the public URL, else the address of the request if it is on localhost. */
@Injectable()
export class PasskeyOrigins {
  private readonly publicUrl: string

  constructor({ publicUrl }: PlatformConfig) {
    this.publicUrl = publicUrl ?? ''
  }

  find(request: Request): PasskeyOrigin | undefined {
    return toPasskeyOrigin(this.publicUrl) ?? toPasskeyOrigin(requestUrl(request), isLocalhost)
  }

  /** Throws PASSKEYS_UNAVAILABLE with the reason if passkeys cannot be used. */
  get(request: Request): PasskeyOrigin {
    const passkeyOrigin = this.find(request)
    if (!passkeyOrigin) throw errors.PASSKEYS_UNAVAILABLE({ reason: explainUnavailable(request) })
    return passkeyOrigin
  }
}

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')
const isHostName = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) === 0

/** Undefined if browsers allow no passkeys at this address. They require a host name, and https except on localhost. */
function toPasskeyOrigin(address: string, isAllowedHost = isHostName): PasskeyOrigin | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, protocol, hostname } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname))
  return isSafe && isAllowedHost(hostname) ? { origin, rpId: hostname } : undefined
}

const requestUrl = (request: Request): string => `http://${request.get('host') ?? ''}`

function explainUnavailable(request: Request): string {
  const requestAddress = requestUrl(request)
  const url = URL.canParse(requestAddress) ? new URL(requestAddress) : undefined
  if (url && /^(127\.|\[::1\]$)/.test(url.hostname))
    return `Passkeys do not work with an IP address. Open http://localhost${url.port && `:${url.port}`} instead.`
  return 'Passkeys need an https address with a host name. The operator of this installation sets it with DAYMARK_PUBLIC_URL.'
}
