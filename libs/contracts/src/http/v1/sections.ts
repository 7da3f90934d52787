import { z } from 'zod'
import { sectionBody, sectionImagesBody, sectionPatch } from '../sections.ts'

/** rule 114. */
export const section = z.object({
  id: z.uuid(),
  name: z.string(),
  image_count: z.int().describe('Number of images in this section.'),
})
export const addSectionBody = sectionBody
export const updateSectionBody = sectionPatch
export const sectionImages = sectionImagesBody
