import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { variantFiles } from '../library/views.ts'

export const byToken = {
  token: z.string(),
  grant: z.string().optional().describe('Proof that this visitor entered the password.'),
}

/** The random id by which visits of a link are told apart; none: the browser has none. */
export const visitorId = z.string().max(64).optional()

/** What the gateway asks once for all that a visitor looks at. */
export const openGalleries = {
  /**
   * May this visitor come in? Decided once for everything looked at; the gateway may keep it for at most a second. `version` is another
   * one whenever anything that the gallery shows has changed. Errors as getGallery.
   */
  openLink: rpc(
    'sharing.public.open',
    z.object(byToken),
    z.object({
      linkId: id,
      ownerId: id,
      version: z.string(),
      changes: z.number().int().optional().describe('Position in the history of the gallery.'),
      watermark: z.boolean(),
      expiresAt: isoTime.nullable(),
    }),
  ),
  /** Variants of the photo of this name and of those around it in the gallery; none: it is not shown. Errors as getGallery. */
  listFiles: rpc(
    'sharing.public.files',
    z.object({ ...byToken, name: z.string().describe('Stem of the filename.') }),
    z.object({ version: z.string(), files: z.array(variantFiles) }),
  ),
}
