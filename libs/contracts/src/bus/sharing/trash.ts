import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { paged } from '../library/views.ts'
import { MAX_TRASHED_PER_CALL } from '../../rules/limits.ts'

const trashedLink = z.object({
  id,
  name: z.string().describe('Name of the shared album or selection.'),
  views: z.number(),
  deletedAt: isoTime,
})
export type TrashedLink = z.infer<typeof trashedLink>
const linkIds = z.array(z.string()).max(MAX_TRASHED_PER_CALL)
const counted = z.object({ links: z.number() })

/** Links that were deleted by themselves; those of an album that was deleted come back with it. */
export const linkTrash = {
  /** The last that was deleted first. */
  listTrash: rpc(
    'sharing.trash.list',
    z.object({ ...paged }),
    z.object({ links: z.array(trashedLink), total: z.number() }),
  ),
  /** With their settings, addresses and figures; revoked ones stay revoked. CONFLICT: the album of one is in the trash. */
  restoreTrash: rpc('sharing.trash.restore', z.object({ linkIds }), counted),
  /** For ever; `all`: everything that is there. */
  purgeTrash: rpc('sharing.trash.purge', z.object({ linkIds, all: z.boolean() }), counted),
}
