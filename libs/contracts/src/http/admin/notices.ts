import { z } from 'zod'
import { announcementView, maintenanceView } from '../../bus/admin/notices.ts'
import { requiredTextSchema } from '../../rules/visible-text.ts'
import { snakeCased } from '../snake-case.ts'

/** A banner that all signed-in users see from `starts_at` until `ends_at`. `ends_at` null: until an administrator removes it. */
export const announcement = snakeCased(announcementView)
export type Announcement = z.infer<typeof announcement>
export const announcements = z.object({ announcements: z.array(announcement) })
export const announcementBody = z.object({
  text: requiredTextSchema('An announcement needs a text.', 500),
  kind: announcementView.shape.kind.default('info'),
  starts_at: z.string().max(40).nullish(),
  ends_at: z.string().max(40).nullish(),
})

/** Maintenance: writes fail with 503 and Retry-After, except sign-in, sign-out and administration. Galleries stay open. */
export const maintenance = snakeCased(maintenanceView)
export type Maintenance = z.infer<typeof maintenance>
export const maintenanceBody = z.object({ on: z.boolean(), message: z.string().max(300).nullish() })

/** Current announcements and maintenance mode. */
export const notices = z.object({ announcements: z.array(announcement), maintenance })
export type Notices = z.infer<typeof notices>
