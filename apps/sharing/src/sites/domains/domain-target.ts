import { errors, hostName, isWithin } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SharingConfig } from '../../config.ts'

/** The name of this installation: what a domain has to point to, and what can be nobody's domain. */
@Injectable()
export class DomainTarget {
  /** null: it has none that DNS knows. */
  readonly name: string | null
  private readonly own: string[]
  private readonly allowsBelow: boolean

  constructor({ domainTarget, domainBelow }: SharingConfig, { publicUrl }: PlatformConfig) {
    const site = publicUrl === undefined ? undefined : hostName(new URL(publicUrl).hostname)
    this.name = domainTarget === undefined ? (site ?? null) : (hostName(domainTarget) ?? null)
    this.own = [...new Set([site, this.name ?? undefined])].filter(name => name !== undefined)
    this.allowsBelow = domainBelow
  }

  /** As DNS has it. INVALID_INPUT: it is none, or the installation's own. */
  asDomain(typed: string): string {
    if (this.name === null) throw refused('This installation has no public host name that a domain could point to.')
    const host = hostName(typed)
    if (!host) throw refused('Enter a domain such as photos.example.com, without https:// and without a path.')
    if (this.own.includes(host)) throw refused('This is the address of this installation.')
    if (!this.allowsBelow && this.own.some(name => isWithin(host, name)))
      throw refused('Subdomains of this installation cannot be used.')
    // a cookie or a certificate of the whole of it would be the installation's, too
    if (this.own.some(name => isWithin(name, host))) throw refused('This installation is a subdomain of this domain.')
    return host
  }
}

const refused = (reason: string) => errors.INVALID_INPUT({ reason })
