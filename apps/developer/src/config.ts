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
    .describe('Calls of the public API that one token may make in a minute, on all replicas together (rule 50)'),
  uploadsPerHour: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(600)
    .describe('Uploads that one token may make in an hour; they do not count as other calls'),
})

export class DeveloperConfig extends Config('DAYMARK_DEVELOPER', settings) {}
