import { z } from 'zod'
import { MAX_IDS_PER_CALL, MAX_SECTION_NAME, MAX_SECTIONS } from '../rules/limits.ts'

/** A section of an album with the number of its images (rule 114). */
export const section = z.object({ id: z.string(), name: z.string(), image_count: z.int() })
export type Section = z.infer<typeof section>
export const sections = z.array(section).describe('In album order. Images before the first section belong to none.')

const name = z.string().trim().min(1, 'A section needs a name.').max(MAX_SECTION_NAME)
export const sectionBody = z.object({
  name,
  before_image_id: z
    .string()
    .optional()
    .describe(
      'The image before which the section starts. That image and the following ones belong to it. Default: at the end, empty.',
    ),
})
export const sectionPatch = z.object({
  name: name.optional(),
  position: z
    .int()
    .min(0)
    .max(MAX_SECTIONS - 1)
    .optional()
    .describe('Position among the sections, starting at 0. Its images move with it.'),
})
export const sectionImagesBody = z.object({
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL),
  section_id: z.string().nullable().describe('Null: before the first section.'),
})
