import { TIERS } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { z } from 'zod'

const settings = z.object({
  lowestTier: z
    .enum(TIERS)
    .default('studio')
    .describe('The lowest plan whose tokens may call the public API (rule 13)'),
})

export class DeveloperConfig extends Config('DAYMARK_DEVELOPER', settings) {}
