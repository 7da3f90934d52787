import { z } from 'zod'
import { photoEditShape, photoShape } from '../../rules/photo-fields.ts'
import { capture } from '../captures.ts'
import { knownImagesBody, processingStatus, replacement } from '../images.ts'
import { cursor, flag, nextCursor, page, paging, time } from './fields.ts'

const variant = z
  .string()
  .describe(
    'Image address that requires the token. `pending` until the variant exists, `failed` if it could not be created.',
  )
export const variants = z.object({ thumbnail: variant, medium: variant, large: variant, original: z.url() })
export type Variants = z.infer<typeof variants>

/** S-V1-18, rule 48. */
export const image = z.object({
  id: z.uuid(),
  album_id: z
    .uuid()
    .nullable()
    .describe('The first album of the image. Favorites only if the image is in no other album.'),
  album_ids: z.array(z.uuid()).describe('In the order in which the image was added, Favorites last.'),
  filename: z.string().describe('Uploaded file name.'),
  ...photoShape('v1'),
  tags: z.array(z.string()),
  variants,
  metadata: z.object({
    width: z.int().nullable(),
    height: z.int().nullable(),
    size: z.int().describe('Size of the original in bytes.'),
    mime_type: z.string(),
    camera: z.string().nullable(),
    taken_at: time.nullable().describe('Camera clock written as UTC, whatever its offset.'),
    capture: capture.nullable().describe('Camera clock with the precision stored in the file.'),
  }),
  processing_status: processingStatus,
  created_at: time,
  updated_at: time,
  replacement: replacement
    .optional()
    .describe('Present only if the file was replaced or a replacement is in progress.'),
  sent_by: z
    .string()
    .optional()
    .describe('Name given by the guest. Present only for images received through an upload link.'),
})
export type Image = z.infer<typeof image>
export const imageQuery = z.object({
  album_id: z.string().optional().describe('Returns only images of this album, in album order.'),
  favorite: flag.optional(),
  tag: z.string().max(200).optional().describe('Label, ignoring case.'),
  ...paging,
  cursor,
})
export const imageList = z.object({ images: z.array(image), ...page, next_cursor: nextCursor })

const { title, description } = photoEditShape('v1')
/** Form fields of an upload. They must precede the file. */
export const uploadForm = z.object({
  album_id: z.string().optional().describe('Album to which the image is added.'),
  title,
  description,
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
export const imagePatch = z.object({
  ...photoEditShape('v1'),
  tags: z.array(z.string()).max(100).optional().describe('The complete set of labels. New labels are created.'),
})

/** POST /v1/images/known: finds existing images by the SHA-256 of their file. */
export const knownBody = knownImagesBody
export const known = z.object({ known: z.array(z.object({ sha256: z.string(), image })) })
/** GET /v1/uploads/{key}: state of an interrupted upload with this Idempotency-Key. */
export const uploadProgress = z.object({
  offset: z.int().describe('Number of bytes stored so far. Send the remaining bytes with this Upload-Offset.'),
  image: image.nullable().describe('The resulting image if the upload is complete.'),
})

/** Form fields of a replacement. */
export const replacementForm = z.object({
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
/** POST /v1/images/{id}/file. */
export const replacedImage = image.extend({
  unchanged: z.boolean().describe('True if the image already has these bytes and nothing was changed.'),
})
/** The version of an image before its last replacement. */
export const earlierVersion = z.object({
  image_id: z.uuid(),
  filename: z.string(),
  sha256: z.string(),
  variants,
  metadata: z.object({
    width: z.int().nullable(),
    height: z.int().nullable(),
    size: z.int().describe('Size of the original in bytes.'),
    mime_type: z.string(),
    taken_at: time.nullable().describe('Camera clock written as UTC, whatever its offset.'),
  }),
  processing_status: processingStatus,
  replaced_at: time,
})
export type EarlierVersion = z.infer<typeof earlierVersion>
