import { z } from 'zod'
import { isoTime, rpc, text } from '../define.ts'

const count = z.number().int().nonnegative()

/** Photos on their way and photos that failed, of everybody; for super_admin. */
export const work = {
  /** Photos that were uploaded and are not ready. */
  library: rpc(
    'library.operation.work',
    z.object({}),
    z.object({ unfinished: count, oldestSeconds: count, failed: count }),
  ),
  /** What media has in hand now, and how many it finished, well or not, within the last minutes. */
  media: rpc(
    'media.operation.work',
    z.object({}),
    z.object({
      ...{ inProgress: count, finished: count, minutes: z.number().positive() },
      toEncrypt: count
        .optional()
        .describe('Number of unencrypted photos of accounts whose plan includes encryption, counted up to 100,000.'),
    }),
  ),
  /** The newest first. `after`: the id of the last that is there already. */
  failedPhotos: rpc(
    'library.operation.failed-photos',
    z.object({ after: text.max(40).optional(), limit: z.number().int().min(1).max(200) }),
    z.object({
      photos: z.array(
        z.object({
          id: z.string(),
          ownerId: z.string(),
          filename: z.string(),
          size: z.number(),
          uploadedAt: isoTime,
        }),
      ),
      nextAfter: z.string().nullable(),
    }),
  ),
  /** Without ids as many as fit into two seconds; those that are left are still listed. To media they are like new uploads. */
  requeue: rpc(
    'library.operation.requeue',
    z.object({ ids: z.array(z.string().max(40)).min(1).max(1000).optional() }),
    z.object({ changed: count }),
  ),
}
