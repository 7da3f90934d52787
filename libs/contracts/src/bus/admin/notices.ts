import { z } from 'zod'
import { successOutput, event, id, isoTime, rpc, text, superAdminRpc } from '../define.ts'

export const announcementView = z.object({
  id,
  text,
  kind: z.enum(['info', 'warning']),
  startsAt: isoTime,
  endsAt: isoTime.nullable().describe('End of the announcement. Null: an administrator removes it.'),
})
export type AnnouncementView = z.infer<typeof announcementView>
/** Maximum number of announcements that have not ended. */
export const MAX_ANNOUNCEMENTS = 20
export const maintenanceView = z.object({ on: z.boolean(), message: text.nullable(), since: isoTime.nullable() })

/** All announcements and the maintenance mode. Subscribers replace their state if `version` is newer. */
const noticesState = z.object({
  version: z.number().int().nonnegative(),
  announcements: z.array(announcementView).max(MAX_ANNOUNCEMENTS).describe('Current and future announcements.'),
  maintenance: maintenanceView,
})
export type NoticesState = z.infer<typeof noticesState>

/** The event is urgent, because maintenance must stop all writes within a second. */
export const noticesChanged = event('admin.notices.changed.v1', noticesState, { priority: 'urgent' })

/** Announcements and maintenance mode. Any caller may call `get`; the other calls require super_admin. */
export const notices = {
  get: rpc('admin.notices.get', z.object({}), noticesState),
  /** Throws INVALID_INPUT if the end is not after the start; CONFLICT beyond MAX_ANNOUNCEMENTS. */
  announce: superAdminRpc('admin.notices.announce', announcementView.omit({ id: true }), announcementView),
  remove: superAdminRpc('admin.notices.remove', z.object({ id: z.string() }), successOutput),
  setMaintenance: superAdminRpc(
    'admin.notices.set-maintenance',
    z.object({ on: z.boolean(), message: text.max(300).nullable() }),
    noticesState,
  ),
}
