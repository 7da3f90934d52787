import { z } from 'zod'
import { CHOICES } from '../../picks/pick.ts'
import { page, paging, time } from './fields.ts'

const counts = {
  picked: z.int().describe('approved, where the link asks for that'),
  rejected: z.int(),
  notes: z.int().describe('images that bear a note'),
}
/** What one visitor of a link picked (rule 104). */
export const pickList = z.object({
  id: z.uuid(),
  name: z.string().describe('which the visitor gave'),
  email: z.string().nullable(),
  sent_at: time.nullable().describe('null: still being changed'),
  created_at: time,
  changed_at: time,
  ...counts,
})
export type PickList = z.infer<typeof pickList>
export const pickListQuery = z.object(paging)
export const pickLists = z.object({ lists: z.array(pickList), ...page })

export const pickedImage = z.object({
  id: z.uuid(),
  filename: z.string(),
  title: z.string(),
  ...counts,
  by: z.array(z.object({ list_id: z.uuid(), choice: z.enum(CHOICES), note: z.string() })),
})
export type PickedImage = z.infer<typeof pickedImage>
export const pickedImageQuery = z.object({
  list_id: z.string().optional().describe('of one visitor'),
  only: z
    .enum(['all', 'picked', 'rejected', 'notes'])
    .optional()
    .describe('default: all that somebody said something of'),
  ...paging,
})
export const pickedImages = z.object({ images: z.array(pickedImage), ...page })
