import { MIN_PASSWORD_LENGTH } from '@daymark/contracts'
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
      .describe('Hours after which an unused session ends'),
    sessionMaxDays: z.coerce.number().min(1).max(365).default(90).describe('Days after which every session ends'),
    deleteAfterDays: z.coerce
      .number()
      .min(0)
      .max(365)
      .default(14)
      .describe(
        'Days between the deletion request and the deletion of an account. The deletion can be canceled until then',
      ),
  }),
) {}

/** Settings for the first super_admin, which are used only while no super_admin exists. */
export class FirstAdminConfig extends Config(
  'DAYMARK',
  z.object({
    adminEmail: z.email('not an email address').optional().describe('Email of the first super_admin'),
    adminPassword: z
      .string()
      .min(MIN_PASSWORD_LENGTH, `shorter than ${MIN_PASSWORD_LENGTH} characters`)
      .optional()
      .describe('Password of the first super_admin. Both settings are used only while no super_admin exists'),
  }),
) {}
