import { normalizeHostName } from '@daymark/contracts'
import { Config, purgeAfterDays } from '@daymark/platform'
import { z } from 'zod'

export class SharingConfig extends Config(
  'DAYMARK_SHARING',
  z.object({
    visitEventsDays: z.coerce
      .number()
      .min(1)
      .max(3650)
      .default(90)
      .describe('Days for which the events of visits are kept. Statistics are kept longer'),
    domainTarget: z
      .string()
      .refine(name => normalizeHostName(name) !== undefined, 'a host name is expected, such as galleries.example.com')
      .optional()
      .describe(
        'Host name to which custom domains must point. If unset, they must point to the host of DAYMARK_PUBLIC_URL',
      ),
    parentDomain: z
      .enum(['true', 'false'])
      .default('false')
      .transform(word => word === 'true')
      .describe('Whether a custom domain may be a subdomain of the host names of this installation'),
  }),
) {}

/** Settings of the trash. Its retention time is a setting of the library service, because it applies to the whole installation. */
export class TrashConfig extends Config('DAYMARK_LIBRARY', z.object({ purgeAfterDays })) {}
