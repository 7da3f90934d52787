import { z } from 'zod'
import { id, rpc } from '../../define.ts'
import { MAX_IDS_PER_CALL } from '../../../rules/limits.ts'
import { linkAccess } from '../open.ts'

const historyPoint = z.number().int().min(0).describe('Position in the history of the gallery.')

/** New photos of a gallery (rules 119 to 121). */
export const news = {
  /**
   * Photos added or replaced since the last visit of this visitor, in gallery order. Empty on the first visit. Throws the errors of getGallery.
   */
  getNews: rpc(
    'sharing.news.get',
    z.object({
      ...linkAccess,
      key: z
        .string()
        .optional()
        .describe("Key of the visitor's pick list, which stores what was seen on other devices."),
      seen: z.string().optional().describe('What this browser has seen (news/seen.ts).'),
      seenUpTo: historyPoint.optional().describe('Marks everything up to this point as seen.'),
    }),
    z.object({
      seen: z.string().describe('Value for the browser to store.'),
      upTo: historyPoint,
      newIds: z.array(id).describe('Photos first shown since then.'),
      correctedIds: z.array(id).describe('Photos whose file was replaced since then.'),
    }),
  ),
  /** For the owner: photos added to the gallery of a link or replaced since a given point. Throws SHARE_NOT_FOUND. */
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
