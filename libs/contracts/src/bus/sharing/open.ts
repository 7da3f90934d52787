import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { variantFiles } from '../library/views.ts'

export const linkAccess = {
  token: z.string(),
  grant: z.string().optional().describe('Proof that this visitor entered the password.'),
}

/** Random id of a visitor within one link. Absent: the browser has none. */
export const visitorId = z.string().max(64).optional()

/** Access checks of the gateway. */
export const openGalleries = {
  /**
   * Checks access to a gallery. The gateway caches the result for at most one second. `version` changes whenever the gallery changes.
   * Throws the errors of getGallery.
   */
  openLink: rpc(
    'sharing.public.open',
    z.object(linkAccess),
    z.object({
      linkId: id,
      ownerId: id,
      version: z.string(),
      changes: z.number().int().optional().describe('Position in the history of the gallery.'),
      watermark: z.boolean(),
      expiresAt: isoTime.nullable(),
    }),
  ),
  /** Variants of the photo with this name and of its neighbors in the gallery. Empty: it is not shown. Throws the errors of getGallery. */
  listFiles: rpc(
    'sharing.public.files',
    z.object({ ...linkAccess, name: z.string().describe('Stem of the filename.') }),
    z.object({ version: z.string(), files: z.array(variantFiles) }),
  ),
}
