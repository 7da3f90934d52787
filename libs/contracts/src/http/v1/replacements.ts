import { z } from 'zod'
import { processingStatus } from '../images.ts'
import { time } from './fields.ts'
import { image, variants } from './images.ts'

/** Of the form that a replacement is. */
export const replacementForm = z.object({
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
/** POST /v1/images/{id}/file. */
export const replacedImage = image.extend({
  unchanged: z.boolean().describe('the image has these very bytes, and nothing was done'),
})
/** What an image was before another file took its place. */
export const earlierVersion = z.object({
  image_id: z.uuid(),
  filename: z.string(),
  sha256: z.string(),
  variants,
  metadata: z.object({
    width: z.int().nullable(),
    height: z.int().nullable(),
    size: z.int().describe('bytes of the original'),
    mime_type: z.string(),
    taken_at: time.nullable().describe("the camera's clock, written as UTC whatever its offset"),
  }),
  processing_status: processingStatus,
  replaced_at: time,
})
export type EarlierVersion = z.infer<typeof earlierVersion>
