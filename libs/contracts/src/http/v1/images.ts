import { z } from 'zod'
import { editShapeIn, shapeIn } from '../../rules/field-table.ts'
import { photoFields } from '../../rules/photo-fields.ts'
import { capture } from '../library/captures.ts'
import { knownImagesBody, processingStatus, replacement } from '../library/images.ts'
import { cursor, flag, nextCursor, page, paging, time } from './fields.ts'

const variant = z
  .string()
  .describe(
    'URL of a JPEG in this size. To load it, send the same `Authorization` header. `pending`: the JPEG is being created. `failed`: it could not be created.',
  )
export const variants = z.object({ thumbnail: variant, medium: variant, large: variant, original: z.url() })
export type Variants = z.infer<typeof variants>

/** An image in /v1 (S-V1-18, rule 48). */
export const image = z.object({
  id: z.uuid(),
  album_id: z
    .uuid()
    .nullable()
    .describe(
      'The album to which the image was added first. Favorites counts only if the image is in no other album. Null: the image is in no album.',
    ),
  album_ids: z
    .array(z.uuid())
    .describe(
      'IDs of all albums that contain the image, in the order in which it was added to them. Favorites is last.',
    ),
  filename: z.string().describe('Name of the uploaded file.'),
  ...shapeIn(photoFields, 'v1'),
  tags: z.array(z.string()),
  variants,
  metadata: z.object({
    width: z.int().nullable(),
    height: z.int().nullable(),
    size: z.int().describe('Size of the original file in bytes.'),
    mime_type: z.string(),
    camera: z.string().nullable(),
    taken_at: time
      .nullable()
      .describe(
        'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
      ),
    capture: capture
      .nullable()
      .describe(
        'Capture time as stored in the file, with its UTC offset and camera. Null: the file contains no capture time.',
      ),
  }),
  processing_status: processingStatus,
  created_at: time,
  updated_at: time,
  replacement: replacement
    .optional()
    .describe('State of the last replacement of the file. Absent: the file was never replaced.'),
  sent_by: z
    .string()
    .optional()
    .describe('Name that the guest entered. Present only for images received through an upload link.'),
})
export type Image = z.infer<typeof image>
export const imageQuery = z.object({
  album_id: z.string().optional().describe('ID of an album. Returns only its images, in the order of the album.'),
  favorite: flag.optional().describe('True: only favorites. False: only other images.'),
  tag: z
    .string()
    .max(200)
    .optional()
    .describe('Label of a tag, upper or lower case. Returns only images with this tag.'),
  ...paging,
  cursor,
})
export const imageList = z.object({ images: z.array(image), ...page, next_cursor: nextCursor })

const { title, description } = editShapeIn(photoFields, 'v1')
/** Form fields of an upload. They must precede the file. */
export const uploadForm = z.object({
  album_id: z.string().optional().describe('ID of the album to which the image is added. Default: no album.'),
  title,
  description,
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
export const imagePatch = z.object({
  ...editShapeIn(photoFields, 'v1'),
  tags: z
    .array(z.string())
    .max(100)
    .optional()
    .describe('Labels of all tags of the image. They replace the current tags. Tags that do not exist are created.'),
})

/** POST /v1/images/known: finds existing images by the SHA-256 of their file. */
export const knownBody = knownImagesBody
export const known = z.object({ known: z.array(z.object({ sha256: z.string(), image })) })
/** GET /v1/uploads/{key}: state of an interrupted upload with this Idempotency-Key. */
export const uploadProgress = z.object({
  offset: z
    .int()
    .describe('Number of bytes stored so far. Send the remaining bytes with this value as `Upload-Offset`.'),
  image: image.nullable().describe('The uploaded image. Null: the upload is not complete.'),
})

/** Form fields of a replacement. */
export const replacementForm = z.object({
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
/** Response of POST /v1/images/{id}/file. */
export const replacedImage = image.extend({
  unchanged: z.boolean().describe('True: the file is identical to the current one, so nothing was changed.'),
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
    size: z.int().describe('Size of the original file in bytes.'),
    mime_type: z.string(),
    taken_at: time
      .nullable()
      .describe(
        'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
      ),
  }),
  processing_status: processingStatus,
  replaced_at: time,
})
export type EarlierVersion = z.infer<typeof earlierVersion>
