import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { pageInput } from '../library/views.ts'
import { MAX_TRASHED_ITEMS_PER_CALL } from '../../rules/limits.ts'

const trashedLink = z.object({
  id,
  name: z.string().describe('Name of the shared album or selection.'),
  views: z.number(),
  deletedAt: isoTime,
})
export type TrashedLink = z.infer<typeof trashedLink>
const linkIds = z.array(z.string()).max(MAX_TRASHED_ITEMS_PER_CALL)
const linkCount = z.object({ links: z.number() })

/** Deleted links. Links of a deleted album are restored together with the album. */
export const linkTrash = {
  /** Returns the most recently deleted first. */
  listTrash: rpc(
    'sharing.trash.list',
    z.object({ ...pageInput }),
    z.object({ links: z.array(trashedLink), total: z.number() }),
  ),
  /** Restores links with settings, addresses and statistics. Revoked links stay revoked. Throws CONFLICT if an album is in the trash. */
  restoreTrash: rpc('sharing.trash.restore', z.object({ linkIds }), linkCount),
  /** Deletes links permanently. `all`: empties the trash. */
  purgeTrash: rpc('sharing.trash.purge', z.object({ linkIds, all: z.boolean() }), linkCount),
}
