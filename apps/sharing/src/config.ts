import { hostName } from '@daymark/contracts'
import { Config, purgeAfterDays } from '@daymark/platform'
import { Resolver } from 'node:dns'
import { z } from 'zod'

function isServers(list: string[]): boolean {
  try {
    new Resolver().setServers(list)
    return true
  } catch {
    return false
  }
}

export class SharingConfig extends Config(
  'DAYMARK_SHARING',
  z.object({
    visitEventsDays: z.coerce
      .number()
      .min(1)
      .max(3650)
      .default(90)
      .describe('Days for which single visit events are retained. Statistics are retained longer'),
    domainTarget: z
      .string()
      .refine(name => hostName(name) !== undefined, 'a host name is expected, such as galleries.example.com')
      .optional()
      .describe('Host name that custom domains must point to. Unset: the host of DAYMARK_PUBLIC_URL'),
    parentDomain: z
      .enum(['true', 'false'])
      .default('false')
      .transform(word => word === 'true')
      .describe('Whether a custom domain may be a subdomain of the host names of this installation'),
    dnsServers: z
      .string()
      .default('')
      .transform(list => list.split(',').flatMap(server => server.trim() || []))
      .refine(isServers, 'addresses of name servers are expected, such as 192.0.2.1 or 192.0.2.1:53')
      .describe('Name servers for the verification of custom domains, separated by commas. Unset: those of the system'),
  }),
) {}

/** The trash has one retention time for the whole installation, which is a setting of library. */
export class TrashConfig extends Config('DAYMARK_LIBRARY', z.object({ purgeAfterDays })) {}
