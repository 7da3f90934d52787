import { z } from 'zod'

/** Support contact for the signed-in user (rule 72). */
export const support = z.object({
  address: z.string(),
  subject: z.string(),
  account: z.string().describe('Account number.'),
  is_priority: z.boolean(),
})
export type Support = z.infer<typeof support>
