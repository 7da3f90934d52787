import { z } from 'zod'
import { id, isoTime, role } from '../define.ts'
import { subscriptionStatus, tier } from '../../rules/plans.ts'

/** A user with cached plan and usage, without secrets. */
export const userView = z.object({
  id,
  username: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  role,
  tier,
  subscriptionStatus,
  storageUsed: z.number(),
  storageLimit: z.number(),
  timeZone: z.string().nullable().describe('Time zone for displayed dates. Null: the zone of the browser.'),
  language: z.string().nullable().describe('Language for displayed dates. Null: the language of the browser.'),
  mustChangePassword: z.boolean(),
  disabled: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type UserView = z.infer<typeof userView>
