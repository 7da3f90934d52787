import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { CustomDomains, customDomainOf } from './custom-domains.ts'

/** The URL to use in links: the custom domain of the owner, else the configured public URL, else the host of the request. */
@Injectable()
export class PublicUrls {
  private readonly publicUrl?: string

  constructor(
    { publicUrl }: PlatformConfig,
    private readonly domains: CustomDomains,
  ) {
    this.publicUrl = publicUrl?.replace(/\/+$/, '')
  }

  /** For links of an owner. They also work on the installation's own host, which is used while the custom domain is unknown. */
  async forOwner(ownerId: string, request: Request): Promise<string> {
    const host = await this.domains.ofOwner(ownerId).catch(() => null)
    return host === null ? this.forRequest(request) : this.onDomain(host, request)
  }

  forRequest(request: Request): string {
    const domain = customDomainOf(request)
    return domain ? this.onDomain(domain.host, request) : (this.publicUrl ?? originOf(request))
  }

  /** The URL of the requested host and, on a custom domain, the URL of the installation. */
  forPage(request: Request): { own: string; home: string | undefined } {
    return { own: this.forRequest(request), home: customDomainOf(request) && this.publicUrl }
  }

  /** The public URL with another host. */
  private onDomain(host: string, request: Request): string {
    const address = new URL(this.publicUrl ?? originOf(request))
    address.hostname = host
    return address.origin
  }
}

const originOf = (request: Request): string => `${request.protocol}://${request.get('host') ?? request.hostname}`
