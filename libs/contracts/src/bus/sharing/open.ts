import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { variantFiles } from '../library/views.ts'

export const linkAccess = {
  token: z.string(),
  grant: z.string().optional().describe('Proof that this visitor entered the password.'),
}

/** Random id of a visitor within one link, from a cookie. Absent: the browser sent no cookie. */
export const visitorId = z.string().max(64).optional()

/** Calls with which the gateway checks access to the photos of a gallery. */
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
  /**
   * Returns the variants of the photo with this name and of its neighbors in the gallery. Empty: the gallery does not show the photo. Throws
   * the errors of getGallery.
   */
  listFiles: rpc(
    'sharing.public.files',
    z.object({ ...linkAccess, name: z.string().describe('File name without its extension.') }),
    z.object({ version: z.string(), files: z.array(variantFiles) }),
  ),
}
