import { z } from 'zod'
import { done, event, id, isoTime, rpc, text } from '../define.ts'

export const announcementView = z.object({
  id,
  text,
  kind: z.enum(['info', 'warning']),
  startsAt: isoTime,
  endsAt: isoTime.nullable().describe('End of the announcement. Null: until it is removed.'),
})
export type AnnouncementView = z.infer<typeof announcementView>
/** How many announcements there may be that are not over. */
export const MAX_ANNOUNCEMENTS = 20
export const maintenanceView = z.object({ on: z.boolean(), message: text.nullable(), since: isoTime.nullable() })

/** Everything that pages show above themselves and what gateways refuse, as of one version: a newer one replaces it whole. */
export const noticesState = z.object({
  version: z.number().int().nonnegative(),
  announcements: z.array(announcementView).max(MAX_ANNOUNCEMENTS).describe('Current and future announcements.'),
  maintenance: maintenanceView,
})
export type NoticesState = z.infer<typeof noticesState>

/** Urgent: within a second nothing is written any more. */
export const noticesChanged = event('admin.notices.changed.v1', noticesState, { lane: 'urgent' })

/** Announcements and maintenance. Only `get` is for everybody. */
export const notices = {
  get: rpc('admin.notices.get', z.object({}), noticesState),
  /** INVALID_INPUT for one that would be over when it begins; CONFLICT beyond MAX_ANNOUNCEMENTS. */
  announce: rpc('admin.notices.announce', announcementView.omit({ id: true }), announcementView),
  remove: rpc('admin.notices.remove', z.object({ id: z.string() }), done),
  setMaintenance: rpc(
    'admin.notices.set-maintenance',
    z.object({ on: z.boolean(), message: text.max(300).nullable() }),
    noticesState,
  ),
}
