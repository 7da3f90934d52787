import { z } from 'zod'
import { MAX_IDS_PER_CALL, MAX_SECTION_NAME, MAX_SECTIONS } from '../../rules/limits.ts'

/** A section of an album with the number of its images (rule 114). */
export const section = z.object({ id: z.string(), name: z.string(), image_count: z.int() })
export type Section = z.infer<typeof section>
export const sections = z
  .array(section)
  .describe('Sections in the order of the album. Images before the first section belong to no section.')

const name = z.string().trim().min(1, 'Enter a name for the section.').max(MAX_SECTION_NAME)
export const sectionBody = z.object({
  name,
  before_image_id: z
    .string()
    .optional()
    .describe(
      'ID of the image with which the section starts. The section contains this image and those after it, up to the next section. Default: an empty section at the end of the album.',
    ),
})
export const sectionPatch = z.object({
  name: name.optional(),
  position: z
    .int()
    .min(0)
    .max(MAX_SECTIONS - 1)
    .optional()
    .describe('New position among the sections of the album, starting at 0. The images of the section move with it.'),
})
export const sectionImagesBody = z.object({
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL),
  section_id: z.string().nullable().describe('ID of the section. Null: the images move before the first section.'),
})
