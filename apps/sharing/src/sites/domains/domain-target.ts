import { errors, normalizeHostName, isSameOrSubdomain } from '@daymark/contracts'
import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SharingConfig } from '../../config.ts'

/** The host name of this installation: the target of custom domains, which cannot be a custom domain itself. */
@Injectable()
export class DomainTarget {
  /** Null if the installation has no public host name. */
  readonly name: string | null
  private readonly ownNames: string[]
  private readonly allowsSubdomains: boolean

  constructor({ domainTarget, parentDomain }: SharingConfig, { publicUrl }: PlatformConfig) {
    const site = publicUrl === undefined ? undefined : normalizeHostName(new URL(publicUrl).hostname)
    this.name = domainTarget === undefined ? (site ?? null) : (normalizeHostName(domainTarget) ?? null)
    this.ownNames = [...new Set([site, this.name ?? undefined])].filter(name => name !== undefined)
    this.allowsSubdomains = parentDomain
  }

  /** The host name as in DNS. INVALID_INPUT if it is invalid or belongs to the installation. */
  parseHost(typed: string): string {
    if (this.name === null)
      throw invalidInput('This installation has no public host name that a domain could point to.')
    const host = normalizeHostName(typed)
    if (!host) throw invalidInput('Enter a domain such as photos.example.com, without https:// and without a path.')
    if (this.ownNames.includes(host))
      throw invalidInput('This is the address of this installation. Enter a domain of your own.')
    if (!this.allowsSubdomains && this.ownNames.some(name => isSameOrSubdomain(host, name)))
      throw invalidInput('Subdomains of this installation cannot be used. Enter a domain of your own.')
    // the installation would share cookies and certificates of its parent domain
    if (this.ownNames.some(name => isSameOrSubdomain(name, host)))
      throw invalidInput('This installation is a subdomain of this domain. Enter another domain.')
    return host
  }
}

const invalidInput = (reason: string) => errors.INVALID_INPUT({ reason })
