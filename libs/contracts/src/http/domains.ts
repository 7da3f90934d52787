import { z } from 'zod'
import { MAX_HOST } from '../rules/host-name.ts'

const record = z.object({
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  found: z.boolean().nullable().describe('Null: not checked yet.'),
})
export const domain = z.object({
  host: z.string(),
  state: z.enum(['pending', 'verified', 'failing']),
  serves: z.boolean().describe('Whether the domain currently serves galleries.'),
  problem: z.string().nullable(),
  records: z.array(record).describe('DNS records that the owner has to create.'),
  checked_at: z.string().nullable(),
  verified_at: z.string().nullable(),
})
export type Domain = z.infer<typeof domain>
/** `available` false: the installation has no public host name that a domain could point to. */
export const domainSettings = z.object({ available: z.boolean(), domain: domain.nullable() })
export type DomainSettings = z.infer<typeof domainSettings>
export const domainBody = z.object({ host: z.string().max(MAX_HOST + 20) })
