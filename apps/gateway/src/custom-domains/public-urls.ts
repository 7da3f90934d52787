import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { CustomHosts, guestOf } from './custom-domains.ts'

/** The address that people are sent to: an owner's domain, the configured one, else the one this request came to. */
@Injectable()
export class Site {
  private readonly publicUrl?: string

  constructor(
    { publicUrl }: PlatformConfig,
    private readonly hosts: CustomHosts,
  ) {
    this.publicUrl = publicUrl?.replace(/\/+$/, '')
  }

  /** For links of an owner. The installation's own address works as well, and stands in where nobody knows of a domain. */
  async ofOwner(ownerId: string, request: Request): Promise<string> {
    const host = await this.hosts.ofOwner(ownerId).catch(() => null)
    return host === null ? this.of(request) : this.onDomain(host, request)
  }

  of(request: Request): string {
    const guest = guestOf(request)
    return guest ? this.onDomain(guest.host, request) : (this.publicUrl ?? came(request))
  }

  /** The address of this host, and on a custom domain where the installation is. */
  around(request: Request): { own: string; home: string | undefined } {
    return { own: this.of(request), home: guestOf(request) && this.publicUrl }
  }

  /** As the installation is reached, by another name. */
  private onDomain(host: string, request: Request): string {
    const address = new URL(this.publicUrl ?? came(request))
    address.hostname = host
    return address.origin
  }
}

const came = (request: Request): string => `${request.protocol}://${request.get('host') ?? request.hostname}`
