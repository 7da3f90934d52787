import { z } from 'zod'
import { commentText } from '../../rules/visible-text.ts'
import { visitorContactFields } from './picks.ts'
import { COMMENT_LIMITS } from '../../rules/limits.ts'

/** Comment settings of a link (rule 106). */
export const commentSettings = z.object({
  shared: z
    .boolean()
    .describe(
      'Whether visitors see comments of other visitors. If not, each visitor sees only the threads that they started.',
    ),
})
export type CommentSettings = z.infer<typeof commentSettings>
export const commentSettingsBody = z.object({ shared: z.boolean().default(false) })

const fraction = z.number().min(0).max(1)
/** Position on the upright photo, in fractions of its width and height. */
export const commentPoint = z.object({ x: fraction, y: fraction })
export type CommentPoint = z.infer<typeof commentPoint>

const commentFields = {
  id: z.string(),
  by: z.enum(['visitor', 'owner']),
  name: z.string().nullable().describe('Name that the visitor entered. Null: the owner wrote the comment.'),
  text: z.string(),
  created_at: z.string(),
}
const threadFields = {
  id: z.string(),
  point: commentPoint.nullable(),
  resolved_at: z
    .string()
    .nullable()
    .describe('Time at which the thread was marked as resolved. Null: the thread is open.'),
  created_at: z.string(),
}
const visitorComment = z.object({
  ...commentFields,
  removable: z
    .boolean()
    .describe('Whether this visitor may delete the comment: the visitor wrote it, and no answer follows it.'),
})
export const visitorThread = z.object({
  ...threadFields,
  mine: z.boolean().describe('Whether this visitor started the thread.'),
  comments: z.array(visitorComment).max(COMMENT_LIMITS.perThread),
})
export type VisitorThread = z.infer<typeof visitorThread>
/** Numbers of the comment threads that this visitor may see, by photo. */
export const galleryComments = z.object({
  name: z.string().nullable().describe('Name that this visitor entered. Null: none yet.'),
  images: z.array(z.object({ id: z.string(), threads: z.number(), open: z.number() })),
})
export type GalleryComments = z.infer<typeof galleryComments>
/** Threads of one photo, oldest first. */
export const imageComments = z.object({
  name: z.string().nullable(),
  threads: z.array(visitorThread).max(COMMENT_LIMITS.perPhoto),
})
export type ImageComments = z.infer<typeof imageComments>
export const commentBody = z.object({
  image_id: z.uuid(),
  thread_id: z.uuid().optional().describe('Thread to answer in. Omit it to start a new thread.'),
  text: commentText,
  point: commentPoint.nullish().describe('Position on the photo. Only for a new thread.'),
  name: visitorContactFields.name
    .optional()
    .describe('Required if the visitor has not entered a name in this gallery yet.'),
  email: visitorContactFields.email,
})
export const threadResolvedBody = z.object({ resolved: z.boolean() })

/** A comment as the owner of the link sees it. */
export const comment = z.object(commentFields)
export type Comment = z.infer<typeof comment>
export const commentThread = z.object({
  ...threadFields,
  image: z.object({
    id: z.string(),
    filename: z.string().describe('Name of the uploaded file.'),
    title: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    thumbnail_url: z.string(),
    placeholder: z.string().nullable(),
  }),
  email: z
    .string()
    .nullable()
    .describe('Email address of the visitor who started the thread. Null: the visitor entered none.'),
  comments: z.array(comment).max(COMMENT_LIMITS.perThread),
})
export type CommentThread = z.infer<typeof commentThread>
const threadState = z.enum(['open', 'resolved', 'all'])
export const commentsQuery = z.object({
  state: threadState.optional().describe('Returns only threads in this state. Default: all.'),
  image_id: z.string().optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  offset: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
})
/** The threads of a link for its owner, in the order of the photos in the gallery. Threads of photos that the gallery no longer shows are left out. */
export const shareComments = z.object({
  album_id: z.string(),
  album_title: z.string(),
  settings: commentSettings.nullable().describe('Null: comments are off. Existing comments are retained.'),
  open: z.number(),
  resolved: z.number(),
  threads: z.array(commentThread).max(COMMENT_LIMITS.page),
  total: z.number().describe('Number of threads that match the requested state and photo.'),
})
export type ShareComments = z.infer<typeof shareComments>
export const commentAnswerBody = z.object({ text: commentText })
