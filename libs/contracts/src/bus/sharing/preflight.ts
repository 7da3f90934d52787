import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { MAX_IDS_PER_CALL } from '../../rules/limits.ts'
import { PREFLIGHT_LIMITS } from '../../rules/preflight/findings.ts'
import { linkView } from './views.ts'

export const preflight = {
  /** Returns what the preflight of a link, or of an album without a link, needs from sharing. Throws SHARE_NOT_FOUND. */
  checkLink: rpc(
    'sharing.links.check',
    z.object({ linkId: z.string().optional(), albumId: z.string().optional() }),
    z.object({
      link: linkView.nullable(),
      photoIds: z
        .array(id)
        .max(MAX_IDS_PER_CALL)
        .nullable()
        .describe('Photos of the selection. Null: the link shares an album, whose photos the library service lists.'),
      canWatermark: z.boolean().describe('Whether the plan includes watermarks and an image exists.'),
      otherCleanLinks: z
        .array(id)
        .max(PREFLIGHT_LIMITS.links)
        .describe('Active links to the same photos that offer originals without a watermark.'),
    }),
  ),
}
