import { isIP } from 'node:net'
import { errors } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'

/** Where passkeys are made and used: browsers bind them to the host and take no other address for it. */
export type Place = { origin: string; rpId: string }

/** From the configured address. Where that is none that browsers take, this machine still works under its own name. */
@Injectable()
export class PasskeyPlaces {
  private readonly publicUrl: string

  constructor({ publicUrl }: PlatformConfig) {
    this.publicUrl = publicUrl ?? ''
  }

  find(request: Request): Place | undefined {
    return placeOf(this.publicUrl) ?? placeOf(hereOf(request), isLocal)
  }

  /** PASSKEYS_UNAVAILABLE, with what would have to be otherwise. */
  get(request: Request): Place {
    const found = this.find(request)
    if (!found) throw errors.PASSKEYS_UNAVAILABLE({ reason: reasonFor(request) })
    return found
  }
}

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')
const isName = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) === 0

/** As browsers have it: a host with a name, over https or on the machine itself. */
function placeOf(address: string, allowed = isName): Place | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, protocol, hostname } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname))
  return isSafe && allowed(hostname) ? { origin, rpId: hostname } : undefined
}

const hereOf = (request: Request): string => `http://${request.get('host') ?? ''}`

function reasonFor(request: Request): string {
  const here = hereOf(request)
  const url = URL.canParse(here) ? new URL(here) : undefined
  if (url && /^(127\.|\[::1\]$)/.test(url.hostname))
    return `Passkeys do not work with an IP address. Open http://localhost${url.port && `:${url.port}`} instead.`
  return 'Passkeys need an https address with a host name. The operator of this installation sets it with DAYMARK_PUBLIC_URL.'
}
