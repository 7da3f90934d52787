import { z } from 'zod'
import { COMMENTS } from '../../comments/comment-limits.ts'
import { page, paging, time } from './fields.ts'

/** What a visitor of a link and its owner wrote about one image (rule 107). */
export const commentThread = z.object({
  id: z.uuid(),
  image_id: z.uuid(),
  filename: z.string(),
  point: z
    .object({ x: z.number(), y: z.number() })
    .nullable()
    .describe('where on the upright image: fractions of its width and height'),
  resolved_at: time.nullable().describe('null: open'),
  created_at: time,
  email: z.string().nullable().describe('of the visitor who began it, where she gave one'),
  comments: z
    .array(
      z.object({
        id: z.uuid(),
        by: z.enum(['visitor', 'owner']),
        name: z.string().nullable().describe('which the visitor gave; null: the owner'),
        text: z.string(),
        created_at: time,
      }),
    )
    .max(COMMENTS.perThread),
})
export type CommentThread = z.infer<typeof commentThread>
export const commentQuery = z.object({
  state: z.enum(['open', 'resolved', 'all']).optional().describe('default: all'),
  image_id: z.string().optional(),
  ...paging,
})
export const commentThreads = z.object({ threads: z.array(commentThread), ...page })
