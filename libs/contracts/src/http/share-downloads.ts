import { z } from 'zod'
import { MAX_IDS_PER_CALL } from '../rules/limits.ts'
import { downloadSize } from './shares.ts'

/** Current download options of a visitor. */
export const publicDownloads = z.object({
  sizes: z.array(downloadSize),
  visitor_limit: z.number().nullable(),
  left: z.number().nullable().describe('Number of photos this visitor may still download. Null: unlimited.'),
})
export type PublicDownloads = z.infer<typeof publicDownloads>
export const prepareBody = z.object({
  size: downloadSize.optional().describe('Default: the largest size that the link offers.'),
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).optional().describe('Default: the whole gallery.'),
})
/** Smaller sizes are rendered on request. Repeat the request until all photos are ready. */
export const preparedDownload = z.object({
  total: z.number().describe('Number of photos.'),
  ready: z.number().describe('Number of photos that are ready.'),
  bytes: z.number().nullable().describe('Length of the ZIP. Null until all photos are ready.'),
  url: z.string().describe('Address of the ZIP. The download can be resumed while the gallery does not change.'),
})
export type PreparedDownload = z.infer<typeof preparedDownload>
export const archiveQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080. Default: the largest size that the link offers.'),
  photos: z.string().optional().describe('A set of photos as returned by the prepared download.'),
})
