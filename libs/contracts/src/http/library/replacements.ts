import { z } from 'zod'
import { image, processingStatus } from './images.ts'

/** POST /api/images/{id}/file. */
export const replacedImage = image.extend({
  unchanged: z.boolean().describe('True if the photo already has these bytes and nothing was changed.'),
})
export type ReplacedImage = z.infer<typeof replacedImage>

/** The version of a photo before its last replacement, for the owner only. */
export const earlierVersion = z.object({
  original_filename: z.string(),
  size: z.number(),
  mime_type: z.string(),
  original_format: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  taken_at: z
    .string()
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  replaced_at: z.string(),
  processing_status: processingStatus,
  url: z.string().nullable().describe('Address of the lg variant. Null: no preview exists.'),
  thumbnail_url: z.string().nullable(),
  download_url: z.string(),
})
export type EarlierVersion = z.infer<typeof earlierVersion>
