import { Config } from '@daymark/platform'
import { z } from 'zod'

export class SharingConfig extends Config(
  'DAYMARK_SHARING',
  z.object({
    visitEventsDays: z.coerce
      .number()
      .min(1)
      .max(3650)
      .default(90)
      .describe('Days for which single events of visits are kept; the figures made of them stay'),
  }),
) {}
