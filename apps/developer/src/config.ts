import { TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { z } from 'zod'

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
})

export class DeveloperConfig extends Config('DAYMARK_DEVELOPER', settings) {}
