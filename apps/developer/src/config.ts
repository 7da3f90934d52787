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
    .describe('API calls per minute and token, across all replicas (rule 50)'),
  uploadsPerHour: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(600)
    .describe('Uploads per hour and token. They do not count as API calls'),
  webhooksPerUser: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(20)
    .describe('Maximum number of webhooks per account'),
  webhookPrivateAddresses: z
    .enum(['true', 'false'])
    .default('false')
    .transform(word => word === 'true')
    .describe(
      'Whether webhooks may use http, any port and private addresses. Every account can then reach your network',
    ),
  webhookTimeoutMs: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe('Timeout for the response of a webhook receiver, in ms'),
  deliveriesAtOnce: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(64)
    .describe('Maximum number of concurrent webhook deliveries per process. One account may use a quarter of them'),
  deliveriesPerHost: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(8)
    .describe('Maximum number of concurrent webhook deliveries per process and host'),
  dnsServers: z
    .string()
    .default('')
    .transform(list => list.split(',').flatMap(server => server.trim() || []))
    .refine(isServers, 'addresses of name servers are expected, such as 192.0.2.1 or 192.0.2.1:53')
    .describe('Name servers for webhook receivers, separated by commas. Unset: those of the system'),
})

export class DeveloperConfig extends Config('DAYMARK_DEVELOPER', settings) {}
