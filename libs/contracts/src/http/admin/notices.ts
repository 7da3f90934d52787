import { z } from 'zod'
import { requiredText } from '../../rules/visible-text.ts'

/** A quiet banner for everybody who is signed in, from `starts_at` until `ends_at` (null: until it is removed). */
export const announcement = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.enum(['info', 'warning']),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
})
export type Announcement = z.infer<typeof announcement>
export const announcements = z.object({ announcements: z.array(announcement) })
export const announcementBody = z.object({
  text: requiredText('An announcement needs a text.', 500),
  kind: announcement.shape.kind.default('info'),
  starts_at: z.string().max(40).nullish(),
  ends_at: z.string().max(40).nullish(),
})

/** Read-only: whatever writes answers 503 with Retry-After, except signing in and out and administration; galleries go on. */
export const maintenance = z.object({
  on: z.boolean(),
  message: z.string().nullable(),
  since: z.string().nullable(),
})
export type Maintenance = z.infer<typeof maintenance>
export const maintenanceBody = z.object({ on: z.boolean(), message: z.string().max(300).nullish() })

/** What every signed-in page shows above itself now. */
export const notices = z.object({ announcements: z.array(announcement), maintenance })
export type Notices = z.infer<typeof notices>
