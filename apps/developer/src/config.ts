import { TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { z } from 'zod'
import { isServers } from './receivers/name-servers.ts'

const settings = z.object({
  lowestTier: z
    .enum(TIERS)
    .default('studio')
    .describe('The lowest plan whose tokens may call the public API (rule 13)'),
  callsPerMinute: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(120)
    .describe('Calls of the public API that one token may make in a minute, on all replicas together (rule 50)'),
  uploadsPerHour: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(600)
    .describe('Uploads that one token may make in an hour; they do not count as other calls'),
  webhooksPerUser: z.coerce.number().int().min(0).max(1000).default(20).describe('Webhooks that one account may have'),
  webhookPrivateAddresses: z
    .enum(['true', 'false'])
    .default('false')
    .transform(word => word === 'true')
    .describe(
      'Whether webhooks may go to http, any port and private addresses: whoever has an account reaches your network',
    ),
  webhookTimeoutMs: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe('How long the receiver of a webhook may take, in ms'),
  deliveriesAtOnce: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(64)
    .describe('Deliveries of webhooks that one process has in flight, a quarter of it for one owner'),
  deliveriesPerHost: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(8)
    .describe('Deliveries of webhooks that one process has in flight to one host'),
  dnsServers: z
    .string()
    .default('')
    .transform(list => list.split(',').flatMap(server => server.trim() || []))
    .refine(isServers, 'addresses of name servers are expected, such as 192.0.2.1 or 192.0.2.1:53')
    .describe(
      'Name servers that receivers of webhooks are looked up with, separated by commas; unset: those of the system',
    ),
})

export class DeveloperConfig extends Config('DAYMARK_DEVELOPER', settings) {}
