import type { Class } from '@daymark/platform'
import { DomainCheck } from './domain-check.ts'
import { DomainDns } from './domain-dns.ts'
import { DomainTarget } from './domain-target.ts'
import { Domains } from './domains.ts'
import { FindHost } from './serving/find-host.handler.ts'
import { FindLinkOwner } from './serving/find-link-owner.handler.ts'
import { GetDomain } from './get-domain.handler.ts'
import { GetHost } from './serving/get-host.handler.ts'
import { RemoveDomain } from './remove-domain.handler.ts'
import { SetDomain } from './set-domain.handler.ts'
import { VerifyDomain } from './verify-domain.handler.ts'

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
