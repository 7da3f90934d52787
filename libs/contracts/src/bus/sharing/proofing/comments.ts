import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../../define.ts'
import { commentPoint, commentSettings } from '../../../http/visitors/comments.ts'
import { COMMENTS, MAX_EMAIL } from '../../../rules/limits.ts'
import { PICKS } from '../../../rules/picks/pick.ts'
import { byToken, visitorId } from '../open.ts'

const commentView = z.object({
  id,
  by: z.enum(['visitor', 'owner']),
  name: z.string().nullable().describe('Name that the visitor entered. Null: the owner wrote the comment.'),
  text: z.string(),
  createdAt: isoTime,
})
const thread = z.object({
  id,
  photoId: id,
  point: commentPoint.nullable(),
  resolvedAt: isoTime.nullable(),
  createdAt: isoTime,
})
const visitorThread = thread.extend({
  mine: z.boolean().describe('Whether this visitor started the thread.'),
  comments: z.array(commentView.extend({ removable: z.boolean() })).max(COMMENTS.perThread),
})
export type ThreadView = z.infer<typeof visitorThread>
/** The threads of one photo that a visitor may see. */
const visitorThreads = z.object({
  name: z.string().nullable().describe('Name given by this visitor. Null: none yet.'),
  threads: z.array(visitorThread).max(COMMENTS.perPhoto),
})
export type VisitorThreads = z.infer<typeof visitorThreads>

const ownedThread = thread.extend({
  email: z.string().nullable().describe('Email of the visitor who started the thread.'),
  photo: z.object({
    id,
    filename: z.string(),
    originalFilename: z.string(),
    title: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    placeholder: z.string().nullable(),
  }),
  comments: z.array(commentView).max(COMMENTS.perThread),
})
export type OwnedThread = z.infer<typeof ownedThread>

const visitor = { ...byToken, key: z.string().optional().describe('Key of the visitor, stored as a hash.') }
const ofThread = { linkId: z.string(), threadId: z.string() }
const commentText = text.min(1).max(COMMENTS.text)

/**
 * Comments on photos of a link (rules 106 to 109). For visitors: errors as getGallery, and COMMENTS_OFF. For the owner: SHARE_NOT_FOUND.
 * Throws COMMENT_NOT_FOUND for threads of photos that the gallery does not show.
 */
export const comments = {
  /** The visitor with this key, from the pick lists and comments of a link. */
  findVisitor: rpc(
    'sharing.visitors.find',
    z.object({ ...byToken, key: z.string() }),
    z.object({ visitor: z.object({ name: z.string(), email: z.string().nullable() }).nullable() }),
  ),
  /** Links of the caller with named visitors or subscribers, even if the feature has been switched off. */
  listVisitedLinks: rpc('sharing.visitors.list-links', z.object({}), z.object({ linkIds: z.array(id) })),
  /** Number of threads per photo that this visitor may see. */
  countComments: rpc(
    'sharing.comments.count',
    z.object(visitor),
    z.object({
      name: z.string().nullable(),
      photos: z.array(z.object({ id, threads: z.number().int(), open: z.number().int() })),
    }),
  ),
  listPhotoComments: rpc(
    'sharing.comments.list-of-photo',
    z.object({ ...visitor, photoId: z.string() }),
    visitorThreads,
  ),
  /**
   * Starts a thread or answers in one, which reopens it. A visitor without a valid key must give a name and receives a new key.
   * COMMENTS_FULL, INVALID_INPUT, PHOTO_NOT_FOUND, PICK_LISTS_FULL, TOO_MANY_REQUESTS.
   */
  writeComment: rpc(
    'sharing.comments.write',
    z.object({
      ...visitor,
      photoId: id,
      threadId: id.optional(),
      text: commentText,
      point: commentPoint.optional(),
      name: text.min(1).max(PICKS.name).optional(),
      email: text.max(MAX_EMAIL).optional(),
      byMail: z.boolean().optional().describe('As in sharing.picks.begin.'),
      address: z.string(),
      visitorId,
    }),
    visitorThreads.extend({ key: z.string().optional() }),
  ),
  /** For a thread that the visitor started. COMMENT_NOT_FOUND. */
  resolveOwnThread: rpc(
    'sharing.comments.resolve-own',
    z.object({ ...visitor, threadId: z.string(), resolved: z.boolean() }),
    visitorThreads,
  ),
  /** COMMENT_NOT_FOUND; COMMENT_ANSWERED if the thread has later comments. */
  removeOwnComment: rpc('sharing.comments.remove-own', z.object({ ...visitor, commentId: z.string() }), visitorThreads),

  /** A page of threads in gallery order; threads of one photo oldest first. */
  listComments: rpc(
    'sharing.comments.list',
    z.object({
      linkId: z.string(),
      state: z.enum(['open', 'resolved', 'all']),
      photoId: z.string().optional(),
      limit: z.number().int().max(COMMENTS.page),
      offset: z.number().int(),
    }),
    z.object({
      albumId: id,
      albumTitle: z.string(),
      settings: commentSettings.nullable(),
      open: z.number().int(),
      resolved: z.number().int(),
      threads: z.array(ownedThread).max(COMMENTS.page),
      total: z.number().int(),
    }),
  ),
  /** COMMENT_NOT_FOUND, COMMENTS_FULL. */
  answerComment: rpc('sharing.comments.answer', z.object({ ...ofThread, text: commentText }), done),
  /** COMMENT_NOT_FOUND. */
  resolveThread: rpc('sharing.comments.resolve', z.object({ ...ofThread, resolved: z.boolean() }), done),
  /** Removing the first comment removes the whole thread. COMMENT_NOT_FOUND. */
  removeComment: rpc('sharing.comments.remove', z.object({ linkId: z.string(), commentId: z.string() }), done),
}
