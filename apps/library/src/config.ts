import { Config } from '@daymark/platform'
import { z } from 'zod'

export class LibraryConfig extends Config(
  'DAYMARK_LIBRARY',
  z.object({
    purgeAfterDays: z.coerce
      .number()
      .min(0)
      .max(3650)
      .default(30)
      .describe('Days after which the objects of a deleted photo are removed; 0: at once'),
  }),
) {}
