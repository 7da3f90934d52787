import { errors, hostName, isWithin } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SharingConfig } from '../../config.ts'

/** The host name of this installation: the target of custom domains, which cannot be a custom domain itself. */
@Injectable()
export class DomainTarget {
  /** Null if the installation has no public host name. */
  readonly name: string | null
  private readonly own: string[]
  private readonly allowsSubdomains: boolean

  constructor({ domainTarget, domainBelow }: SharingConfig, { publicUrl }: PlatformConfig) {
    const site = publicUrl === undefined ? undefined : hostName(new URL(publicUrl).hostname)
    this.name = domainTarget === undefined ? (site ?? null) : (hostName(domainTarget) ?? null)
    this.own = [...new Set([site, this.name ?? undefined])].filter(name => name !== undefined)
    this.allowsSubdomains = domainBelow
  }

  /** The host name as in DNS. INVALID_INPUT if it is invalid or belongs to the installation. */
  asDomain(typed: string): string {
    if (this.name === null) throw refused('This installation has no public host name that a domain could point to.')
    const host = hostName(typed)
    if (!host) throw refused('Enter a domain such as photos.example.com, without https:// and without a path.')
    if (this.own.includes(host)) throw refused('This is the address of this installation.')
    if (!this.allowsSubdomains && this.own.some(name => isWithin(host, name)))
      throw refused('Subdomains of this installation cannot be used.')
    // the installation would share cookies and certificates of its parent domain
    if (this.own.some(name => isWithin(name, host))) throw refused('This installation is a subdomain of this domain.')
    return host
  }
}

const refused = (reason: string) => errors.INVALID_INPUT({ reason })
