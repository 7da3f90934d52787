import { z } from 'zod'
import { MAX_CAPTION, MAX_TITLE } from '../../limits.ts'
import { capture } from '../captures.ts'
import { knownImagesBody, processingStatus, replacement } from '../images.ts'
import { cursor, flag, nextCursor, page, paging, time } from './fields.ts'

const variant = z
  .string()
  .describe('address, asked for with the token; `pending` until it is made, `failed` when it could not be')
export const variants = z.object({ thumbnail: variant, medium: variant, large: variant, original: z.url() })
export type Variants = z.infer<typeof variants>

/** S-V1-18, rule 48. */
export const image = z.object({
  id: z.uuid(),
  album_id: z.uuid().nullable().describe('the first album it was put into; Favorites only where it is in no other'),
  album_ids: z.array(z.uuid()).describe('in the order in which it was put in, Favorites last'),
  filename: z.string().describe('as it was uploaded'),
  title: z.string(),
  description: z.string(),
  favorite: z.boolean(),
  tags: z.array(z.string()),
  variants,
  metadata: z.object({
    width: z.int().nullable(),
    height: z.int().nullable(),
    size: z.int().describe('bytes of the original'),
    mime_type: z.string(),
    camera: z.string().nullable(),
    taken_at: time.nullable().describe("the camera's clock, written as UTC whatever its offset"),
    capture: capture.nullable().describe('the same by the clock of the camera, to the digits of the file'),
  }),
  processing_status: processingStatus,
  created_at: time,
  updated_at: time,
  replacement: replacement.optional().describe('only of an image whose file was replaced, or is to be'),
  sent_by: z.string().optional().describe('only of what came through an upload link: the name that the guest gave'),
})
export type Image = z.infer<typeof image>
export const imageQuery = z.object({
  album_id: z.string().optional().describe('only images of this album, in its order'),
  favorite: flag.optional(),
  tag: z.string().max(200).optional().describe('the label, without regard to case'),
  ...paging,
  cursor,
})
export const imageList = z.object({ images: z.array(image), ...page, next_cursor: nextCursor })

const title = z.string().trim().max(MAX_TITLE).optional()
const description = z.string().max(MAX_CAPTION).optional()
/** Fields of the form that an upload is; they come before the file. */
export const uploadForm = z.object({
  album_id: z.string().optional().describe('the album that it is put into'),
  title,
  description,
  file: z.string().meta({ schema: { type: 'string', format: 'binary' } }),
})
export const imagePatch = z.object({
  title,
  description,
  favorite: z.boolean().optional(),
  tags: z.array(z.string()).max(100).optional().describe('the whole set; labels that are new are made'),
})

/** POST /v1/images/known: which of these files the library has already. */
export const knownBody = knownImagesBody
export const known = z.object({ known: z.array(z.object({ sha256: z.string(), image })) })
/** GET /v1/uploads/{key}: how an upload with this Idempotency-Key goes on after its connection broke. */
export const uploadProgress = z.object({
  offset: z.int().describe('bytes that are safely held; the rest is sent with this Upload-Offset'),
  image: image.nullable().describe('what the upload became, if it is complete'),
})

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
