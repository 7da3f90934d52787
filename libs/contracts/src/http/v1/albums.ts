import { z } from 'zod'
import { MAX_DESCRIPTION_LENGTH, MAX_IDS_PER_CALL, MAX_TITLE_LENGTH } from '../../rules/limits.ts'
import { success } from '../accounts.ts'
import { sectionBody, sectionImagesBody, sectionPatch, visibility } from '../library/albums.ts'
import { cursor, nextCursor, page, paging, time } from './fields.ts'
import { variants } from './images.ts'

/** A section of an album (rule 114). */
export const section = z.object({
  id: z.uuid(),
  name: z.string().describe('Heading of the section.'),
  image_count: z.int().describe('Number of images in the section.'),
})
export const addSectionBody = sectionBody
export const updateSectionBody = sectionPatch
export const sectionImages = sectionImagesBody

/** An album in /v1 (S-V1-11). */
export const album = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  image_count: z.int().describe('Number of images in the album.'),
  cover_url: z
    .url()
    .nullable()
    .describe(
      'URL of the cover image. To load it, send the same `Authorization` header. Null: the album has no cover.',
    ),
  visibility,
  sections: z
    .array(section)
    .describe('Sections in the order of the album. Images before the first section belong to no section.'),
  created_at: time,
  updated_at: time,
})
export type Album = z.infer<typeof album>
export const albumQuery = z.object({ ...paging, cursor })
export const albumList = z.object({ albums: z.array(album), ...page, next_cursor: nextCursor })

const title = z.string().trim().min(1, 'Enter a title for the album.').max(MAX_TITLE_LENGTH)
const description = z.string().max(MAX_DESCRIPTION_LENGTH)
export const albumBody = z.object({
  title,
  description: description.optional(),
  visibility: visibility
    .optional()
    .describe(
      'This field is ignored. An album is `shared` while it has an active share link, and `private` otherwise.',
    ),
})
export const albumPatch = z.object({ title: title.optional(), description: description.optional() })
export const deleteAlbumQuery = z.object({
  delete_images: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta({ schema: { type: 'boolean', default: false } })
    .describe('True: moves the images of the album to the trash too. False: the images stay in the library.'),
})
export const albumImagesBody = z.object({
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).describe('IDs of the images to add or remove.'),
})
export const albumImagesAnswer = success.extend({
  added: z.int().describe('Number of images that were added.'),
  skipped: z.int().describe('Number of images that were not added because they were already in the album.'),
})

/** An original file in the manifest of an album (rule 49). */
export const manifestImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('Name of the uploaded file.'),
  size: z.int().describe('Size of the original file in bytes.'),
  sha256: z.string().describe('SHA-256 of the original file in hexadecimal digits.'),
  taken_at: time
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  position: z.int().describe('Position of the image in the album, starting at 0.'),
  section_id: z.uuid().nullable().describe('Section that contains the image. Null: the image is in no section.'),
  variants,
})
export type ManifestImage = z.infer<typeof manifestImage>
export const manifest = z.object({
  album,
  generated_at: time.describe('Time at which the manifest was created.'),
  images: z.array(manifestImage).describe('All images of the album, in the order of the album.'),
})

export { albumCaptureOrder, captureOrderBody } from '../library/captures.ts'
