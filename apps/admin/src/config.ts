import { Config } from '@daymark/platform'
import { z } from 'zod'

const settings = z.object({
  auditDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(400)
    .describe('Days until an entry of the audit log is removed'),
  activityDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Days until uploads and new links go from the list of activity'),
  activityMost: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe('The newest so many of them that are kept'),
})

export class AdminConfig extends Config('DAYMARK_ADMIN', settings) {}
