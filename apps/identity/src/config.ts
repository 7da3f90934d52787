import { MIN_PASSWORD } from '@daymark/contracts'
import { Config } from '@daymark/platform'
import { z } from 'zod'

export class IdentityConfig extends Config(
  'DAYMARK_IDENTITY',
  z.object({
    sessionIdleHours: z.coerce
      .number()
      .min(1)
      .max(24 * 365)
      .default(24 * 14)
      .describe('A session that is not used for this many hours ends'),
    sessionMaxDays: z.coerce
      .number()
      .min(1)
      .max(365)
      .default(90)
      .describe('A session ends after this many days, however much it is used'),
    deleteAfterDays: z.coerce
      .number()
      .min(0)
      .max(365)
      .default(14)
      .describe(
        'An account that its owner or the administration deletes is gone for good after this many days; until then it can be taken back',
      ),
  }),
) {}

/** Only read while there is no super_admin. */
export class FirstAdminConfig extends Config(
  'DAYMARK',
  z.object({
    adminEmail: z.email('not an email address').optional().describe('Email of the first super_admin'),
    adminPassword: z
      .string()
      .min(MIN_PASSWORD, `shorter than ${MIN_PASSWORD} characters`)
      .optional()
      .describe('Password of the first super_admin; both are used only while there is none'),
  }),
) {}
