import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../../define.ts'
import { commentPoint, commentSettings } from '../../../http/visitors/comments.ts'
import { COMMENT_LIMITS, MAX_EMAIL_LENGTH } from '../../../rules/limits.ts'
import { PICK_LIMITS } from '../../../rules/picks/pick.ts'
import { linkAccess, visitorId } from '../open.ts'

const commentView = z.object({
  id,
  by: z.enum(['visitor', 'owner']),
  name: z.string().nullable().describe('Name that the visitor entered. Null: the owner wrote the comment.'),
  text: z.string(),
  createdAt: isoTime,
})
const threadFields = z.object({
  id,
  photoId: id,
  point: commentPoint.nullable(),
  resolvedAt: isoTime.nullable(),
  createdAt: isoTime,
})
const visitorThread = threadFields.extend({
  mine: z.boolean().describe('Whether this visitor started the thread.'),
  comments: z.array(commentView.extend({ removable: z.boolean() })).max(COMMENT_LIMITS.perThread),
})
export type ThreadView = z.infer<typeof visitorThread>
/** The threads of one photo that a visitor may see. */
const visitorThreads = z.object({
  name: z.string().nullable().describe('Name that this visitor entered. Null: none yet.'),
  threads: z.array(visitorThread).max(COMMENT_LIMITS.perPhoto),
})
export type VisitorThreads = z.infer<typeof visitorThreads>

const ownedThread = threadFields.extend({
  email: z
    .string()
    .nullable()
    .describe('Email address of the visitor who started the thread. Null: the visitor entered none.'),
  photo: z.object({
    id,
    filename: z.string(),
    originalFilename: z.string(),
    title: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    placeholder: z.string().nullable(),
  }),
  comments: z.array(commentView).max(COMMENT_LIMITS.perThread),
})
export type OwnedThread = z.infer<typeof ownedThread>

const visitorAccess = {
  ...linkAccess,
  key: z.string().optional().describe('Key that identifies the visitor. Sharing stores only its hash.'),
}
const threadRef = { linkId: z.string(), threadId: z.string() }
const commentText = text.min(1).max(COMMENT_LIMITS.text)

/**
 * Comments on photos of a link (rules 106 to 109). Calls of visitors throw the errors of getGallery, and COMMENTS_OFF if the link permits no
 * comments. Calls of the owner throw SHARE_NOT_FOUND. Threads of photos that the gallery does not show count as not found
 * (COMMENT_NOT_FOUND).
 */
export const comments = {
  /** Finds the visitor with this key, who has a pick list or wrote comments. `visitor` null: the key is unknown. */
  findVisitor: rpc(
    'sharing.visitors.find',
    z.object({ ...linkAccess, key: z.string() }),
    z.object({ visitor: z.object({ name: z.string(), email: z.string().nullable() }).nullable() }),
  ),
  /** Returns the links of the caller that have pick lists, comments or first-look subscribers, even if picks and comments are now off. */
  listVisitedLinks: rpc('sharing.visitors.list-links', z.object({}), z.object({ linkIds: z.array(id) })),
  /** Returns the numbers of comment threads that this visitor may see, by photo. */
  countComments: rpc(
    'sharing.comments.count',
    z.object(visitorAccess),
    z.object({
      name: z.string().nullable(),
      photos: z.array(z.object({ id, threads: z.number().int(), open: z.number().int() })),
    }),
  ),
  listPhotoComments: rpc(
    'sharing.comments.list-of-photo',
    z.object({ ...visitorAccess, photoId: z.string() }),
    visitorThreads,
  ),
  /**
   * Starts a thread, or answers in the thread `threadId`; an answer reopens a resolved thread. A visitor without a valid key must send a name
   * and receives a new key. Throws COMMENTS_FULL, INVALID_INPUT, PHOTO_NOT_FOUND, PICK_LISTS_FULL, TOO_MANY_REQUESTS.
   */
  writeComment: rpc(
    'sharing.comments.write',
    z.object({
      ...visitorAccess,
      photoId: id,
      threadId: id.optional(),
      text: commentText,
      point: commentPoint.optional(),
      name: text.min(1).max(PICK_LIMITS.name).optional(),
      email: text.max(MAX_EMAIL_LENGTH).optional(),
      byMail: z
        .boolean()
        .optional()
        .describe('Whether email is set up. Only then is `email` notified when the gallery is complete.'),
      address: z.string(),
      visitorId,
    }),
    visitorThreads.extend({ key: z.string().optional() }),
  ),
  /** Resolves or reopens a thread that the visitor started. Throws COMMENT_NOT_FOUND. */
  resolveOwnThread: rpc(
    'sharing.comments.resolve-own',
    z.object({ ...visitorAccess, threadId: z.string(), resolved: z.boolean() }),
    visitorThreads,
  ),
  /** Throws COMMENT_NOT_FOUND; COMMENT_ANSWERED if the thread has later comments. */
  removeOwnComment: rpc(
    'sharing.comments.remove-own',
    z.object({ ...visitorAccess, commentId: z.string() }),
    visitorThreads,
  ),

  /** Returns a page of threads in the order of their photos in the gallery; the threads of one photo are sorted oldest first. */
  listComments: rpc(
    'sharing.comments.list',
    z.object({
      linkId: z.string(),
      state: z.enum(['open', 'resolved', 'all']),
      photoId: z.string().optional(),
      limit: z.number().int().max(COMMENT_LIMITS.page),
      offset: z.number().int(),
    }),
    z.object({
      albumId: id,
      albumTitle: z.string(),
      settings: commentSettings.nullable(),
      open: z.number().int(),
      resolved: z.number().int(),
      threads: z.array(ownedThread).max(COMMENT_LIMITS.page),
      total: z.number().int(),
    }),
  ),
  /** Throws COMMENT_NOT_FOUND, COMMENTS_FULL. */
  answerComment: rpc('sharing.comments.answer', z.object({ ...threadRef, text: commentText }), successOutput),
  /** Throws COMMENT_NOT_FOUND. */
  resolveThread: rpc('sharing.comments.resolve', z.object({ ...threadRef, resolved: z.boolean() }), successOutput),
  /** Removing the first comment removes the whole thread. Throws COMMENT_NOT_FOUND. */
  removeComment: rpc('sharing.comments.remove', z.object({ linkId: z.string(), commentId: z.string() }), successOutput),
}
