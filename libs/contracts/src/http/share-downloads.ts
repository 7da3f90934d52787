import { z } from 'zod'
import { MAX_IDS_PER_CALL } from '../limits.ts'
import { downloadSize } from './shares.ts'

/** What a visitor may download at this moment. */
export const publicDownloads = z.object({
  sizes: z.array(downloadSize),
  visitor_limit: z.number().nullable(),
  left: z.number().nullable().describe('photos that this visitor may still download; null: all there are'),
})
export type PublicDownloads = z.infer<typeof publicDownloads>
export const prepareBody = z.object({
  size: downloadSize.optional().describe('default: the largest that the link offers'),
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).optional().describe('default: the whole gallery'),
})
/** Pictures of a smaller size are made when somebody wants them: asked again until all are ready. */
export const preparedDownload = z.object({
  total: z.number().describe('photos'),
  ready: z.number().describe('photos that are ready to be sent'),
  bytes: z.number().nullable().describe('length of the ZIP; null until all are ready'),
  url: z.string().describe('of the ZIP; it can be resumed as long as the gallery stays the same'),
})
export type PreparedDownload = z.infer<typeof preparedDownload>
export const archiveQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080; default: the largest that the link offers'),
  photos: z.string().optional().describe('some of the photos, as a prepared download names them'),
})
