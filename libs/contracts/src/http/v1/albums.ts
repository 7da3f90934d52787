import { z } from 'zod'
import { MAX_DESCRIPTION, MAX_IDS_PER_CALL, MAX_TITLE } from '../../rules/limits.ts'
import { success } from '../accounts.ts'
import { visibility } from '../albums.ts'
import { sectionBody, sectionImagesBody, sectionPatch } from '../sections.ts'
import { cursor, nextCursor, page, paging, time } from './fields.ts'
import { variants } from './images.ts'

/** rule 114. */
export const section = z.object({
  id: z.uuid(),
  name: z.string(),
  image_count: z.int().describe('Number of images in this section.'),
})
export const addSectionBody = sectionBody
export const updateSectionBody = sectionPatch
export const sectionImages = sectionImagesBody

/** S-V1-11. */
export const album = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  image_count: z.int(),
  cover_url: z.url().nullable().describe('Requires the token, like every image address.'),
  visibility,
  sections: z.array(section).describe('In album order. Images before the first section belong to none.'),
  created_at: time,
  updated_at: time,
})
export type Album = z.infer<typeof album>
export const albumQuery = z.object({ ...paging, cursor })
export const albumList = z.object({ albums: z.array(album), ...page, next_cursor: nextCursor })

const title = z.string().trim().min(1, 'An album needs a title.').max(MAX_TITLE)
const description = z.string().max(MAX_DESCRIPTION)
export const albumBody = z.object({
  title,
  description: description.optional(),
  visibility: visibility.optional().describe('Accepted and ignored. An album is shared while it has an active link.'),
})
export const albumPatch = z.object({ title: title.optional(), description: description.optional() })
export const deleteAlbumQuery = z.object({
  delete_images: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta({ schema: { type: 'boolean', default: false } })
    .describe('Also deletes the photos of the album.'),
})
export const albumImagesBody = z.object({ image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL) })
export const albumImagesAnswer = success.extend({
  added: z.int(),
  skipped: z.int().describe('Number of images that were already in the album.'),
})

/** rule 49: a file in the manifest of an album. */
export const manifestImage = z.object({
  id: z.uuid(),
  filename: z.string(),
  size: z.int().describe('Size of the original in bytes.'),
  sha256: z.string().describe('SHA-256 of the original in hex.'),
  taken_at: time.nullable().describe('Camera clock written as UTC, whatever its offset.'),
  position: z.int().describe('Starts at 0.'),
  section_id: z.uuid().nullable().describe('Section of the image. Null: none.'),
  variants,
})
export type ManifestImage = z.infer<typeof manifestImage>
export const manifest = z.object({ album, generated_at: time, images: z.array(manifestImage) })

export { albumCaptureOrder, captureOrderBody } from '../captures.ts'
