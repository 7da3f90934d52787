import { Config } from '@daymark/platform'
import { z } from 'zod'

const settings = z.object({
  auditDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(400)
    .describe('Days for which audit log entries are retained'),
  activityDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Days for which uploads and new links are listed under activity'),
})

export class AdminConfig extends Config('DAYMARK_ADMIN', settings) {}
