import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { MAX_IDS_PER_CALL } from '../../rules/limits.ts'
import { PREFLIGHT_LIMITS } from '../../rules/preflight/findings.ts'

const photoFinding = z.object({
  kind: z.enum([
    'failed',
    'processing',
    'position',
    'position_removed',
    'color_profile',
    'no_color_profile',
    'capture_order',
    'duplicates',
  ]),
  count: z.number().int(),
  photoIds: z
    .array(id)
    .max(PREFLIGHT_LIMITS.ids)
    .describe('The first photos that the finding concerns, in album order.'),
  photos: z
    .array(z.object({ id, filename: z.string(), originalFilename: z.string(), isReady: z.boolean() }))
    .max(PREFLIGHT_LIMITS.shown),
  names: z
    .array(z.string())
    .max(PREFLIGHT_LIMITS.shown)
    .describe('Names of the unusual color profiles. Empty for other findings.'),
})
export type PhotoFinding = z.infer<typeof photoFinding>

export const libraryPreflight = {
  /** Checks the photos of an album (`albumId`) or single photos (`photoIds`) for problems that visitors would notice. Throws ALBUM_NOT_FOUND. */
  checkPhotos: rpc(
    'library.photos.check',
    z.object({ albumId: z.string().optional(), photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL).optional() }),
    z.object({
      total: z.number().int(),
      isFavorites: z.boolean(),
      findings: z.array(photoFinding),
    }),
  ),
}
