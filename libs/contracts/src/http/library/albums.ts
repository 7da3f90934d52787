import { z } from 'zod'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_IDS_PER_CALL,
  MAX_SECTION_NAME_LENGTH,
  MAX_SECTIONS,
  MAX_TITLE_LENGTH,
} from '../../rules/limits.ts'
import { success } from '../accounts.ts'
import { image } from './images.ts'

/** A section of an album with the number of its images (rule 114). */
export const section = z.object({ id: z.string(), name: z.string(), image_count: z.int() })
export type Section = z.infer<typeof section>
export const sections = z
  .array(section)
  .describe('Sections in the order of the album. Images before the first section belong to no section.')

const sectionName = z.string().trim().min(1, 'Enter a name for the section.').max(MAX_SECTION_NAME_LENGTH)
export const sectionBody = z.object({
  name: sectionName.describe('Heading of the section.'),
  before_image_id: z
    .string()
    .optional()
    .describe(
      'ID of the image with which the section starts. The section contains this image and the images after it, up to the next section. Default: an empty section at the end of the album.',
    ),
})
export const sectionPatch = z.object({
  name: sectionName.optional().describe('New heading of the section.'),
  position: z
    .int()
    .min(0)
    .max(MAX_SECTIONS - 1)
    .optional()
    .describe('New position among the sections of the album, starting at 0. The images of the section move with it.'),
})
export const sectionImagesBody = z.object({
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).describe('IDs of the images to move.'),
  section_id: z
    .string()
    .nullable()
    .describe('ID of the section to whose end the images move. Null: the images move before the first section.'),
})

export const theme = z.enum(['auto', 'light', 'dark'])
export type Theme = z.infer<typeof theme>
/** Layout of the gallery header: full-width cover, cover next to the title, framed cover above the title, or title only. */
export const headerLayout = z.enum(['hero', 'split', 'framed', 'text'])
export type HeaderLayout = z.infer<typeof headerLayout>
/** One coordinate of the focal point, which stays visible when the cover is cropped. */
export const focus = z.number().min(0).max(100).describe('Percentage from the left or from the top.')
export const visibility = z
  .enum(['private', 'shared'])
  .describe('`shared`: the album has at least one active share link. `private`: it has none.')

/** An album in /api (L-ENT-12, rules 21, 22). */
export const album = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  visibility,
  theme,
  is_favorites: z.boolean(),
  image_count: z.number(),
  cover_image: z.string().nullable().describe('Address of the sm variant of the cover. Null: the album has no cover.'),
  cover_url: z.string().nullable(),
  cover_placeholder: z.string().nullable(),
  cover_image_id: z.string().nullable().describe('ID of the image that the owner chose as cover. Null: none chosen.'),
  cover_x: focus,
  cover_y: focus,
  header_layout: headerLayout,
  sections,
  created_at: z.string(),
  updated_at: z.string(),
})
export type Album = z.infer<typeof album>

/** GET /api/albums/{id}: the fields of the album at the top level and again under `album` (rule 22), with one page of `images`. */
export const albumDetail = album.extend({
  waiting_count: z.number().optional().describe('Number of guest files that wait for approval. Absent: none.'),
  images: z.array(image),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  album: album.extend({ images: z.array(image) }),
})
export type AlbumDetail = z.infer<typeof albumDetail>

export const albumBody = z.object({
  title: z.string().trim().min(1, 'Enter a title for the album.').max(MAX_TITLE_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  theme: theme.optional(),
})
export const albumPatch = z.object({
  title: z.string().trim().min(1, 'Enter a title for the album.').max(MAX_TITLE_LENGTH).optional(),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  theme: theme.optional(),
  cover_image_id: z
    .string()
    .nullable()
    .optional()
    .describe(
      'ID of the image to use as cover. Null: removes the cover. A new cover resets the focal point to the center.',
    ),
  cover_x: focus.optional(),
  cover_y: focus.optional(),
  header_layout: headerLayout.optional(),
})
/** `deletePhotos` is true if it is true, 'true', 1 or '1' (rule 22). */
export const deleteAlbumQuery = z.object({ deletePhotos: z.unknown().optional() })
export const addImagesBody = z.object({
  image_id: z.string().optional(),
  image_ids: z.array(z.string()).max(MAX_IDS_PER_CALL).optional(),
})
export const addedImagesAnswer = success.extend({ added: z.number(), skipped: z.number() })
export const reorderBody = z.object({
  order: z
    .array(z.string())
    .max(100_000)
    .describe(
      'IDs of images in the new order. IDs of sections may be included, each before its images. Omitted items move to the end.',
    ),
})
export const batchRenameBody = z.object({
  updates: z
    .array(z.object({ id: z.string(), title: z.string().trim().max(MAX_TITLE_LENGTH) }))
    .min(1)
    .max(MAX_IDS_PER_CALL),
})
export const renamedImagesAnswer = success.extend({ renamed: z.number() })
