import { z } from 'zod'
import { id, rpc } from '../../define.ts'
import { MAX_IDS_PER_CALL } from '../../../rules/limits.ts'
import { linkAccess } from '../open.ts'

const historyPoint = z.number().int().min(0).describe('Position in the history of the gallery.')

/** New photos of a gallery (rules 119 to 121). */
export const news = {
  /**
   * Returns the photos that were added or replaced since the last visit of this visitor, in gallery order. Empty on the first visit. Throws the
   * errors of getGallery.
   */
  getNews: rpc(
    'sharing.news.get',
    z.object({
      ...linkAccess,
      key: z
        .string()
        .optional()
        .describe("Key of the visitor's pick list, which stores what the visitor has seen on other devices."),
      seen: z.string().optional().describe('State that this browser stored after an earlier call (news/seen.ts).'),
      seenUpTo: historyPoint.optional().describe('All photos up to this point of the history are marked as seen.'),
    }),
    z.object({
      seen: z.string().describe('State that the browser stores for the next call.'),
      upTo: historyPoint.describe('Current position in the history of the gallery.'),
      newIds: z.array(id).describe('Photos that the gallery did not show at the last visit.'),
      correctedIds: z.array(id).describe('Photos whose file was replaced since the last visit.'),
    }),
  ),
  /** Returns the photos that were added to the gallery of a link or replaced since a point of its history, for the owner. Throws SHARE_NOT_FOUND. */
  listChanges: rpc(
    'sharing.news.list',
    z.object({
      linkId: z.string(),
      since: historyPoint.optional().describe('Default: the beginning.'),
      limit: z.number().int().max(MAX_IDS_PER_CALL),
      offset: z.number().int(),
    }),
    z.object({
      upTo: historyPoint,
      photos: z.array(
        z.object({ id, originalFilename: z.string(), title: z.string(), change: z.enum(['new', 'corrected']) }),
      ),
      total: z.number().int(),
    }),
  ),
}
