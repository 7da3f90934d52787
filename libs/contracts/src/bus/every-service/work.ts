import { z } from 'zod'
import { isoTime, text, superAdminRpc } from '../define.ts'

const photoCount = z.number().int().nonnegative()

/** Numbers of photos in processing and of failed photos, over all accounts. Only for super_admin. */
export const photoProcessing = {
  /** Returns the numbers of uploaded photos that are not processed yet or failed. */
  library: superAdminRpc(
    'library.operation.work',
    z.object({}),
    z.object({ unfinished: photoCount, oldestSeconds: photoCount, failed: photoCount }),
  ),
  /** Returns the numbers of photos that are being processed now, and that were finished or failed within the last `minutes`. */
  media: superAdminRpc(
    'media.operation.work',
    z.object({}),
    z.object({
      inProgress: photoCount,
      finished: photoCount,
      minutes: z.number().positive(),
      toEncrypt: photoCount
        .optional()
        .describe('Number of unencrypted photos of accounts whose plan includes encryption, counted up to 100,000.'),
    }),
  ),
  /** Returns failed photos, newest first. `after`: id of the last photo of the previous page. */
  failedPhotos: superAdminRpc(
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
  /** Processes failed photos again. Without `ids`: as many photos as can be queued in two seconds; the remaining photos stay failed. */
  requeue: superAdminRpc(
    'library.operation.requeue',
    z.object({ ids: z.array(z.string().max(40)).min(1).max(1000).optional() }),
    z.object({ changed: photoCount }),
  ),
}
