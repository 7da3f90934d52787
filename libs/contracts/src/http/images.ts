import { z } from 'zod'
import { MAX_CAPTION, MAX_FACET, MAX_HASHES_PER_CALL, MAX_IDS_PER_CALL, MAX_SEARCH, MAX_TITLE } from '../limits.ts'
import { success } from './accounts.ts'
import { capture } from './captures.ts'

export const exifData = z.object({
  make: z.string().optional(),
  model: z.string().optional(),
  lens: z.string().optional(),
  software: z.string().optional(),
  exposure_time: z.string().optional().describe('as read, such as 1/250'),
  aperture: z.number().optional().describe('f-number'),
  iso: z.number().optional(),
  focal_length: z.number().optional().describe('mm'),
  focal_length_35mm: z.number().optional().describe('mm'),
  flash: z.string().optional(),
  white_balance: z.string().optional(),
  exposure_mode: z.string().optional(),
  date_taken: z
    .string()
    .optional()
    .describe('local time of the camera, ISO 8601, with an offset only if the file has one'),
  width: z.number().optional(),
  height: z.number().optional(),
  gps: z.object({ latitude: z.number(), longitude: z.number(), altitude: z.number().optional() }).optional(),
  artist: z.string().optional(),
  copyright: z.string().optional(),
})
export type ExifData = z.infer<typeof exifData>

export const imageTag = z.object({ id: z.string(), label: z.string() })
export const processingStatus = z.enum(['processing', 'completed', 'failed'])
export const orientation = z.enum(['portrait', 'square', 'landscape'])
export type Orientation = z.infer<typeof orientation>

/** Only of an image whose file was replaced, or is to be (rule 110). */
export const replacement = z.object({
  status: z.enum(['done', 'processing', 'failed']).describe('of the last file that was to take the place of another'),
  error: z.string().nullable().describe('a sentence for the owner, when failed'),
  replaced_at: z.string().nullable().describe('when another file last took its place, an earlier one too'),
  has_earlier_version: z.boolean(),
})
export type Replacement = z.infer<typeof replacement>

/** An image as /api answers it (L-ENT-04, rules 16, 17, 19). Sizes are bytes, times ISO 8601 UTC. */
export const image = z.object({
  id: z.string(),
  filename: z.string().describe('stored, unique; media addresses are built from it'),
  original_filename: z.string(),
  title: z.string(),
  caption: z.string(),
  is_favorite: z.boolean(),
  tags: z.array(imageTag),
  exif_data: exifData,
  original_format: z.string().describe('JPEG, PNG, HEIC, NEF …'),
  file_extension: z.string().describe('without a dot, lower case'),
  creation_tool: z.string().nullable(),
  mime_type: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  url: z.string().describe('lg variant'),
  thumbnail_url: z.string().describe('sm variant'),
  placeholder: z.string().nullable().describe('thumbhash, base64'),
  processing_status: processingStatus,
  processing_error: z.string().nullable().describe('a sentence for the owner, when failed or damaged'),
  section_id: z.string().nullable().optional().describe('with an album that has sections: its section; null: none'),
  taken_at: z.string().nullable().describe("the camera's clock, written as UTC whatever its offset"),
  capture: capture.nullable().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  sent_by: z.string().optional().describe('only of what came through an upload link: the name that the guest gave'),
  replacement: replacement.optional(),
})
export type Image = z.infer<typeof image>

export const imageList = z.object({ images: z.array(image), total: z.number(), limit: z.number(), offset: z.number() })
export type ImageList = z.infer<typeof imageList>

export const imagePatch = z.object({
  is_favorite: z.boolean().optional(),
  title: z.string().trim().max(MAX_TITLE).optional(),
  caption: z.string().max(MAX_CAPTION).optional(),
  description: z.string().max(MAX_CAPTION).optional().describe('alias of caption'),
  tags: z.array(z.string()).max(100).optional().describe('the whole set, as labels'),
})

/** GET /api/images (rule 18). Everything arrives as text; unknown names are ignored. */
export const imageQuery = z.object({
  limit: z.string().optional(),
  offset: z.string().optional(),
  is_favorite: z.enum(['true', 'false', '1', '0']).optional(),
  tag_id: z.string().optional(),
  album_id: z.string().optional(),
  q: z.string().max(MAX_SEARCH).optional(),
  format: z.string().max(20).optional(),
  orientation: orientation.optional(),
  untagged: z.enum(['true', 'false', '1', '0']).optional(),
  camera: z.string().max(MAX_FACET).optional().describe('a value of imageFacets.cameras'),
  lens: z.string().max(MAX_FACET).optional().describe('a value of imageFacets.lenses'),
  date_from: z
    .string()
    .optional()
    .describe('compared with taken_at, or created_at where it is null; an offset is ignored'),
  date_to: z.string().optional(),
  sort: z.enum(['created_at', 'taken_at', 'title', 'filename']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
})

/** For what is done with many photos at once. */
export const imageIdsBody = z.object({ image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL) })

export const facet = z.object({ value: z.string(), count: z.number().int().describe('photos that have it') })
export type Facet = z.infer<typeof facet>
const facets = z.array(facet)
/** GET /api/images/facets: what the library holds that can be asked for. At most 200 of each. */
export const imageFacets = z.object({
  cameras: facets.describe('the most used first, as are lenses, formats and orientations'),
  lenses: facets,
  formats: facets,
  orientations: facets,
  years: facets.describe('2024; the newest first, by the date that date_from and date_to compare'),
  months: facets.describe('2024-05'),
})
export type ImageFacets = z.infer<typeof imageFacets>

/** POST /api/images/known: which of these files, by their SHA-256 in hex, the library has already. */
export const knownImagesBody = z.object({
  sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/i, 'A SHA-256 has 64 hexadecimal digits.')).max(MAX_HASHES_PER_CALL),
})
export const knownImages = z.object({
  known: z.array(z.object({ sha256: z.string(), image })).describe('one image for each file that is there'),
})
export type KnownImages = z.infer<typeof knownImages>

/** GET /api/uploads/{key}: how an upload with this Idempotency-Key goes on after its connection broke. */
export const uploadProgress = z.object({
  offset: z.number().int().describe('bytes of the file that are safely held; the rest is sent with this Upload-Offset'),
  image: image.nullable().describe('what the upload became, if it is complete: nothing is left to send'),
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
/** The photo's tags after the change. */
export const imageTagsAnswer = success.extend({ tags: z.array(tag) })
export const appliedAnswer = success.extend({ applied: z.number().describe('photos that were tagged') })

/** `1`: hand it over as a file. */
export const downloadQuery = z.object({ download: z.unknown().optional() })
