import { z } from 'zod'
import { activityItem } from '../../http/admin/activity.ts'
import { id, isoTime, superAdminRpc } from '../define.ts'

const idList = z.array(id).max(500)

/** Recent activity of users. Throws FORBIDDEN unless the caller is super_admin. */
export const activity = {
  /** Returns activity, newest first. `before`: id of the last item of the previous page. Fields are null if their service did not respond. */
  list: superAdminRpc(
    'admin.activity.list',
    z.object({
      limit: z.number().int().min(1).max(500),
      before: z.string().max(40).optional(),
      type: activityItem.shape.activity_type.optional(),
      user: z.string().max(40).optional(),
    }),
    z.object({
      items: z.array(
        z.object({
          id,
          type: activityItem.shape.activity_type,
          userId: id,
          userName: z.string().nullable(),
          albumTitle: z.string().nullable(),
          filename: z.string().nullable(),
          viewCount: z.number().nullable(),
          at: isoTime,
        }),
      ),
    }),
  ),
  /** Returns the display names of users, without deleted users. */
  getUserNames: superAdminRpc(
    'identity.users.name',
    z.object({ ids: idList }),
    z.object({ users: z.array(z.object({ id, name: z.string() })) }),
  ),
  /** Returns the view counts of links and the titles of albums and selections. Deleted links, albums and selections are left out. */
  describeLinks: superAdminRpc(
    'sharing.links.describe',
    z.object({ linkIds: idList, albumIds: idList }),
    z.object({
      links: z.array(z.object({ id, viewCount: z.number().int() })),
      albums: z.array(z.object({ id, title: z.string() })),
    }),
  ),
}
