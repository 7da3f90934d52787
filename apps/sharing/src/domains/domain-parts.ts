import type { Class } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { DomainDns } from './domain-dns.ts'
import { DomainTarget } from './domain-target.ts'
import { Domains } from './domains.ts'
import { FindHost, FindLinkOwner, GetHost } from './serving/serving.handlers.ts'
import { GetDomain, RemoveDomain, SetDomain, VerifyDomain } from './domains.handlers.ts'

export const domainHandlers: Class[] = [
  GetDomain,
  SetDomain,
  VerifyDomain,
  RemoveDomain,
  FindHost,
  GetHost,
  FindLinkOwner,
]
export const domainProviders: Class[] = [Domains, DomainDns, DomainTarget, DomainCheck]
