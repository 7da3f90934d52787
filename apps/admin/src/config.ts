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
})

export class AdminConfig extends Config('DAYMARK_ADMIN', settings) {}
