import { z } from 'zod'
import {
  MAX_CAPTION_LENGTH,
  MAX_FACET_LENGTH,
  MAX_HASHES_PER_CALL,
  MAX_IDS_PER_CALL,
  MAX_SEARCH_LENGTH,
} from '../../rules/limits.ts'
import { editShapeIn, shapeIn } from '../../rules/field-table.ts'
import { exifShape, photoQueryShape, photoSort, photoFields } from '../../rules/photo-fields.ts'
import { success } from '../accounts.ts'
import { capture } from './captures.ts'

export const exifData = z.object(exifShape)
export type ExifData = z.infer<typeof exifData>

export const imageTag = z.object({ id: z.string(), label: z.string() })
export const processingStatus = z
  .enum(['processing', 'completed', 'failed'])
  .describe(
    '`processing`: smaller versions of the image are being created. `completed`: the smaller versions exist. `failed`: the file could not be processed.',
  )
export const orientation = z.enum(['portrait', 'square', 'landscape'])
export type Orientation = z.infer<typeof orientation>

/** State of the last replacement of the file of an image (rule 110). */
export const replacement = z.object({
  status: z
    .enum(['done', 'processing', 'failed'])
    .describe(
      '`processing`: the new file is being processed. `done`: galleries show the new file. `failed`: processing failed, so galleries still show the previous file.',
    ),
  error: z.string().nullable().describe('Explanation for the owner if the replacement failed. Null: it did not fail.'),
  replaced_at: z
    .string()
    .nullable()
    .describe('Time at which the file was last replaced or its earlier version restored. Null: never.'),
  has_earlier_version: z.boolean().describe('Whether the image has an earlier version that can be restored.'),
})
export type Replacement = z.infer<typeof replacement>

/** An image in /api (L-ENT-04, rules 16, 17, 19). Sizes are bytes; times are ISO 8601 in UTC. */
export const image = z.object({
  id: z.string(),
  filename: z.string().describe('Stored, unique name. Media addresses are built from it.'),
  original_filename: z.string(),
  ...shapeIn(photoFields, 'api'),
  tags: z.array(imageTag),
  exif_data: exifData,
  original_format: z.string().describe('Format of the uploaded file, such as JPEG, HEIC or NEF.'),
  file_extension: z.string().describe('Lower case, without the dot.'),
  creation_tool: z.string().nullable(),
  mime_type: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  url: z.string().describe('Address of the lg variant.'),
  thumbnail_url: z.string().describe('Address of the sm variant.'),
  placeholder: z.string().nullable().describe('ThumbHash, base64.'),
  processing_status: processingStatus,
  processing_error: z
    .string()
    .nullable()
    .describe('Message for the owner if processing failed or the file is damaged.'),
  section_id: z
    .string()
    .nullable()
    .optional()
    .describe(
      'ID of the section. Present only for images of an album with sections. Null: the image is in no section.',
    ),
  taken_at: z
    .string()
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  capture: capture.nullable().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  sent_by: z
    .string()
    .optional()
    .describe('Name that the guest entered. Present only for images received through an upload link.'),
  replacement: replacement.optional(),
})
export type Image = z.infer<typeof image>

export const imageList = z.object({ images: z.array(image), total: z.number(), limit: z.number(), offset: z.number() })
export type ImageList = z.infer<typeof imageList>

export const imagePatch = z.object({
  ...editShapeIn(photoFields, 'api'),
  description: z.string().max(MAX_CAPTION_LENGTH).optional().describe('Alias of caption.'),
  tags: z
    .array(z.string())
    .max(100)
    .optional()
    .describe('Labels of all tags of the image. They replace its current tags.'),
})

/** GET /api/images (rule 18). Query parameters are text; unknown names are ignored. */
export const imageQuery = z.object({
  limit: z.string().optional(),
  offset: z.string().optional(),
  ...photoQueryShape,
  tag_id: z.string().optional(),
  album_id: z.string().optional(),
  q: z.string().max(MAX_SEARCH_LENGTH).optional(),
  format: z.string().max(20).optional(),
  orientation: orientation.optional(),
  untagged: z.enum(['true', 'false', '1', '0']).optional(),
  camera: z.string().max(MAX_FACET_LENGTH).optional().describe('A value of imageFacets.cameras.'),
  lens: z.string().max(MAX_FACET_LENGTH).optional().describe('A value of imageFacets.lenses.'),
  date_from: z
    .string()
    .optional()
    .describe(
      'Returns images from this day on. Compared with taken_at, or with created_at if taken_at is null. A UTC offset is ignored.',
    ),
  date_to: z.string().optional().describe('Returns images up to this day. Compared in the same way as date_from.'),
  sort: photoSort.optional(),
  direction: z.enum(['asc', 'desc']).optional(),
})

/** Body of calls that change several images. */
export const imageIdsBody = z.object({ image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL) })

export const facet = z.object({
  value: z.string(),
  count: z.number().int().describe('Number of photos with this value.'),
})
export type Facet = z.infer<typeof facet>
const facets = z.array(facet)
/** GET /api/images/facets: filter values that occur in the library, at most 200 of each kind. */
export const imageFacets = z.object({
  cameras: facets.describe('Most used first. The same applies to lenses, formats and orientations.'),
  lenses: facets,
  formats: facets,
  orientations: facets,
  years: facets.describe('Years such as 2024, newest first, of taken_at, or of created_at if taken_at is null.'),
  months: facets.describe('Months such as 2024-05, newest first.'),
})
export type ImageFacets = z.infer<typeof imageFacets>

/** POST /api/images/known: finds existing images by the SHA-256 of their file. */
export const knownImagesBody = z.object({
  sha256: z
    .array(z.string().regex(/^[0-9a-f]{64}$/i, 'Send the SHA-256 as 64 hexadecimal digits.'))
    .max(MAX_HASHES_PER_CALL)
    .describe('SHA-256 of each file in hexadecimal digits.'),
})
export const knownImages = z.object({
  known: z.array(z.object({ sha256: z.string(), image })).describe('One image for each file that already exists.'),
})
export type KnownImages = z.infer<typeof knownImages>

/** GET /api/uploads/{key}: state of an interrupted upload with this Idempotency-Key. */
export const uploadProgress = z.object({
  offset: z
    .number()
    .int()
    .describe('Number of bytes stored so far. Send the remaining bytes with this value as `Upload-Offset`.'),
  image: image.nullable().describe('The uploaded image. Null: the upload is not complete.'),
})
export type UploadProgress = z.infer<typeof uploadProgress>

export const tag = z.object({ id: z.string(), label: z.string(), usage_count: z.number() })
export type Tag = z.infer<typeof tag>
export const tagBody = z.object({ label: z.string() })
export const tagIdBody = z.object({ tag_id: z.string() })
export const applyTagsBody = z.object({
  ...imageIdsBody.shape,
  tag_ids: z.array(z.string()).min(1).max(100),
})
/** Tags of the image after the change. */
export const imageTagsAnswer = success.extend({ tags: z.array(tag) })
export const appliedTagsAnswer = success.extend({ applied: z.number().describe('Number of tagged photos.') })

/** `1`: sends the file as an attachment. */
export const downloadQuery = z.object({ download: z.unknown().optional() })

/** Response of POST /api/images/{id}/file. */
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
