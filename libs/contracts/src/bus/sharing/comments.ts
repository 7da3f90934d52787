import { z } from 'zod'
import { COMMENTS } from '../../rules/comments/comment-limits.ts'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { commentPoint, commentSettings } from '../../http/comments.ts'
import { MAX_EMAIL } from '../../rules/limits.ts'
import { PICKS } from '../../rules/picks/pick-limits.ts'
import { byToken, visitorId } from './open.ts'

const said = z.object({
  id,
  by: z.enum(['visitor', 'owner']),
  name: z.string().nullable().describe('Name given by the visitor. Null: the owner.'),
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
  comments: z.array(said.extend({ removable: z.boolean() })).max(COMMENTS.perThread),
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
  comments: z.array(said).max(COMMENTS.perThread),
})
export type OwnedThread = z.infer<typeof ownedThread>

const visitor = { ...byToken, key: z.string().optional().describe('Key of the visitor, stored as a hash.') }
const ofThread = { linkId: z.string(), threadId: z.string() }
const words = text.min(1).max(COMMENTS.text)

/**
 * Comments on photos of a link (rules 106 to 109). For visitors: errors as getGallery, and COMMENTS_OFF. For the owner: SHARE_NOT_FOUND.
 * Threads of photos that the gallery does not show are nowhere: COMMENT_NOT_FOUND.
 */
export const comments = {
  /** The visitor of a link, in her list of picks and her comments, by the key that one of the two gave her. */
  findVisitor: rpc(
    'sharing.visitors.find',
    z.object({ ...byToken, key: z.string() }),
    z.object({ visitor: z.object({ name: z.string(), email: z.string().nullable() }).nullable() }),
  ),
  /** The caller's links whose visitors said their names or left addresses, also where that is switched off meanwhile. */
  listVisitedLinks: rpc('sharing.visitors.list-links', z.object({}), z.object({ linkIds: z.array(id) })),
  /** How many threads each photo has, of those that this visitor may see. */
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
   * A new thread, or an answer in one, which opens it again. Without a key that is known a name is needed, and a new key is answered.
   * COMMENTS_FULL, INVALID_INPUT, PHOTO_NOT_FOUND, PICK_LISTS_FULL, TOO_MANY_REQUESTS.
   */
  writeComment: rpc(
    'sharing.comments.write',
    z.object({
      ...visitor,
      photoId: id,
      threadId: id.optional(),
      text: words,
      point: commentPoint.optional(),
      name: text.min(1).max(PICKS.name).optional(),
      email: text.max(MAX_EMAIL).optional(),
      byMail: z.boolean().optional().describe('As in sharing.picks.begin.'),
      address: z.string(),
      visitorId,
    }),
    visitorThreads.extend({ key: z.string().optional() }),
  ),
  /** Of a thread that she began. COMMENT_NOT_FOUND. */
  resolveOwnThread: rpc(
    'sharing.comments.resolve-own',
    z.object({ ...visitor, threadId: z.string(), resolved: z.boolean() }),
    visitorThreads,
  ),
  /** COMMENT_NOT_FOUND; COMMENT_ANSWERED where somebody wrote after it. */
  removeOwnComment: rpc('sharing.comments.remove-own', z.object({ ...visitor, commentId: z.string() }), visitorThreads),

  /** A page of threads in the order of the gallery, of one photo the oldest first. */
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
  answerComment: rpc('sharing.comments.answer', z.object({ ...ofThread, text: words }), done),
  /** COMMENT_NOT_FOUND. */
  resolveThread: rpc('sharing.comments.resolve', z.object({ ...ofThread, resolved: z.boolean() }), done),
  /** The first of a thread goes with all that was answered. COMMENT_NOT_FOUND. */
  removeComment: rpc('sharing.comments.remove', z.object({ linkId: z.string(), commentId: z.string() }), done),
}
