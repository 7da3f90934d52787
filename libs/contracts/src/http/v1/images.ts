import { z } from 'zod'
import { editShapeIn, shapeIn } from '../../rules/field-table.ts'
import { photoFields } from '../../rules/photo-fields.ts'
import { capture } from '../library/captures.ts'
import { processingStatus, replacement } from '../library/images.ts'
import { cursor, booleanParameter, nextCursor, page, paging, time } from './fields.ts'

const variantUrlOrStatus = z
  .string()
  .describe(
    'URL of a JPEG in this size, `pending` while the JPEG is being created, or `failed` if it could not be created. To load the JPEG, send the same `Authorization` header.',
  )
export const variants = z.object({
  thumbnail: variantUrlOrStatus,
  medium: variantUrlOrStatus,
  large: variantUrlOrStatus,
  original: z.url().describe('URL of the uploaded file. To load it, send the same `Authorization` header.'),
})
export type Variants = z.infer<typeof variants>

/** An image in /v1 (S-V1-18, rule 48). */
export const image = z.object({
  id: z.uuid(),
  album_id: z
    .uuid()
    .nullable()
    .describe(
      'ID of the album to which the image was added first. The Favorites album is returned only if the image is in no other album. Null: the image is in no album.',
    ),
  album_ids: z
    .array(z.uuid())
    .describe(
      'IDs of all albums that contain the image, in the order in which it was added to them. The Favorites album is last.',
    ),
  filename: z.string().describe('Name of the uploaded file.'),
  ...shapeIn(photoFields, 'v1'),
  tags: z.array(z.string()).describe('Labels of the tags of the image.'),
  variants,
  metadata: z.object({
    width: z.int().nullable().describe('Width in pixels. Null: not known until the image is processed.'),
    height: z.int().nullable().describe('Height in pixels. Null: not known until the image is processed.'),
    size: z.int().describe('Size of the original file in bytes.'),
    mime_type: z.string().describe('Media type of the original file, such as `image/jpeg`.'),
    camera: z.string().nullable().describe('Make and model of the camera. Null: the file names no camera.'),
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
  favorite: booleanParameter
    .optional()
    .describe('True: returns only favorites. False: returns only images that are not favorites.'),
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
  file: z
    .string()
    .meta({ schema: { type: 'string', format: 'binary' } })
    .describe('The image file. It must be the last field of the form.'),
})
export const imagePatch = z.object({
  ...editShapeIn(photoFields, 'v1'),
  tags: z
    .array(z.string())
    .max(100)
    .optional()
    .describe('Labels of all tags of the image. They replace its current tags. A new label creates a tag.'),
})

/** POST /v1/images/known: finds existing images by the SHA-256 of their file. */
export { knownImagesBody } from '../library/images.ts'
export const knownImages = z.object({
  known: z
    .array(z.object({ sha256: z.string().describe('SHA-256 from the request.'), image }))
    .describe('The requested checksums for which the library contains an image. Unknown checksums are left out.'),
})
/** GET /v1/uploads/{key}: state of an interrupted upload with this Idempotency-Key. */
export const uploadProgress = z.object({
  offset: z
    .int()
    .describe('Number of bytes stored so far. Send the remaining bytes with this value as `Upload-Offset`.'),
  image: image.nullable().describe('The uploaded image. Null: the upload is not complete.'),
})

/** Form fields of a replacement. */
export const replacementForm = z.object({
  file: z
    .string()
    .meta({ schema: { type: 'string', format: 'binary' } })
    .describe('The new image file.'),
})
/** Response of POST /v1/images/{id}/file. */
export const replacedImage = image.extend({
  unchanged: z
    .boolean()
    .describe('True: the sent file is identical to the current one, so nothing changed. False: the file was replaced.'),
})
/** The version of an image before its last replacement. */
export const earlierVersion = z.object({
  image_id: z.uuid().describe('ID of the image to which this version belongs.'),
  filename: z.string().describe('Name of the uploaded file.'),
  sha256: z.string().describe('SHA-256 of the original file in hexadecimal digits.'),
  variants,
  metadata: z.object({
    width: z.int().nullable().describe('Width in pixels. Null: not known until the image is processed.'),
    height: z.int().nullable().describe('Height in pixels. Null: not known until the image is processed.'),
    size: z.int().describe('Size of the original file in bytes.'),
    mime_type: z.string().describe('Media type of the original file, such as `image/jpeg`.'),
    taken_at: time
      .nullable()
      .describe(
        'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
      ),
  }),
  processing_status: processingStatus,
  replaced_at: time.describe('Time at which this version was replaced by the current file.'),
})
export type EarlierVersion = z.infer<typeof earlierVersion>
