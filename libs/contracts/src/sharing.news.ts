import { z } from 'zod'
import { id, rpc } from './define.ts'
import { MAX_IDS_PER_CALL } from './limits.ts'
import { byToken } from './sharing.open.ts'

const point = z.number().int().min(0).describe('of the history of the gallery')

/** What of a gallery is new to somebody (rules 119 to 121). */
export const news = {
  /**
   * Photos that the gallery shows and did not before this visitor's last visit, and those whose file was replaced since; none where this
   * is her first. In the order of the gallery. Errors as getGallery.
   */
  getNews: rpc(
    'sharing.news.get',
    z.object({
      ...byToken,
      key: z.string().optional().describe('of her list of picks, which knows what her other devices have seen'),
      seen: z.string().optional().describe('what this browser has seen (news/seen.ts)'),
      seenUpTo: point.optional().describe('she says that she has seen all up to here'),
    }),
    z.object({
      seen: z.string().describe('to be kept by the browser'),
      upTo: point,
      newIds: z.array(id).describe('came since'),
      correctedIds: z.array(id).describe('their file was replaced since'),
    }),
  ),
  /** For the owner: what came into the gallery of a link, or was replaced there, since a point that was told before. SHARE_NOT_FOUND. */
  listChanges: rpc(
    'sharing.news.list',
    z.object({
      linkId: z.string(),
      since: point.optional().describe('default: from the beginning'),
      limit: z.number().int().max(MAX_IDS_PER_CALL),
      offset: z.number().int(),
    }),
    z.object({
      upTo: point,
      photos: z.array(
        z.object({ id, originalFilename: z.string(), title: z.string(), change: z.enum(['new', 'corrected']) }),
      ),
      total: z.number().int(),
    }),
  ),
}
