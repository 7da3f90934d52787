import { z } from 'zod'
import { page, paging } from './fields.ts'

const mark = z.string().regex(/^\d{1,15}$/, 'A `mark` of an answer is needed.')
/** What came into the gallery of a link, or was replaced there (rule 121). */
export const shareChange = z.object({
  id: z.uuid(),
  filename: z.string().describe('as it was uploaded'),
  title: z.string(),
  change: z.enum(['new', 'corrected']).describe('`corrected`: it was there, and its file was replaced since'),
})
export type ShareChange = z.infer<typeof shareChange>
export const shareChangeQuery = z.object({
  since: mark.optional().describe('the `mark` of an answer before; left out: all that the gallery shows'),
  ...paging,
})
export const shareChanges = z.object({
  images: z.array(shareChange).describe('in the order of the gallery'),
  mark: mark.describe('to be sent as `since` the next time; of several pages that of the first'),
  ...page,
})
