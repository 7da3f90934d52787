import { z } from 'zod'
import { event, id } from '../define.ts'
import { patches } from '../media/events.ts'

const linkState = z.object({
  linkId: id,
  ownerId: id,
  albumId: id,
  version: z.number().int(),
  active: z.boolean().describe('Whether the link was neither revoked nor expired at the time of the event.'),
  watermark: z.boolean(),
  expiresAt: z.string().nullable(),
})
export const linkCreated = event('sharing.link.created.v1', linkState, { lane: 'urgent' })
export const linkChanged = event('sharing.link.changed.v1', linkState, { lane: 'urgent' })
export const linkRevoked = event('sharing.link.revoked.v1', linkState, { lane: 'urgent' })
export const linkDeleted = event('sharing.link.deleted.v1', linkState, { lane: 'urgent' })
/** Whether galleries of an owner answer at all: not while she is suspended. Listeners keep the newest `version`. */
export const galleriesChanged = event(
  'sharing.galleries.changed.v1',
  z.object({ ownerId: id, version: z.number().int(), open: z.boolean() }),
  { lane: 'urgent' },
)
/** A visit began (30 minutes without activity end one). */
export const viewRecorded = event(
  'sharing.view.recorded.v1',
  z.object({ linkId: id, ownerId: id, albumId: id, viewCount: z.number().int(), visitedAt: z.string() }),
)
/** A link shows these photos with a watermark from now on: rendered before visitors ask. Several events where there are more. */
export const linkWatermarked = event(
  'sharing.link.watermarked.v1',
  z.object({ linkId: id, ownerId: id, photoIds: z.array(id).max(100) }),
)
/** A list of a link's visitor is another: begun, changed, sent, opened again or removed. */
export const picksChanged = event('sharing.picks.changed.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
/** A visitor sent her list; `picked` and `rejected` count photos that the gallery shows. */
export const picksSubmitted = event(
  'sharing.picks.submitted.v1',
  z.object({
    linkId: id,
    ownerId: id,
    albumId: id,
    listId: id,
    name: z.string().describe('Name given by the visitor.'),
    picked: z.number().int(),
    rejected: z.number().int(),
    notes: z.number().int(),
    submittedAt: z.string(),
  }),
)
/** Comments of a link are others: written, answered, resolved, open again or removed. */
export const commentsChanged = event('sharing.comments.changed.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
const ofThread = { linkId: id, ownerId: id, albumId: id, photoId: id, threadId: id }
const author = z.enum(['visitor', 'owner'])
/** Somebody wrote about a photo; `point` is where on the upright photo its thread is, in fractions. */
export const commentCreated = event(
  'sharing.comment.created.v1',
  z.object({
    ...ofThread,
    commentId: id,
    by: author,
    name: z.string().nullable().describe('Name given by the visitor. Null: the owner.'),
    text: z.string(),
    point: z.object({ x: z.number(), y: z.number() }).nullable(),
    createdAt: z.string(),
  }),
)
/** A thread was resolved, by the owner or by the visitor who began it. */
export const commentResolved = event(
  'sharing.comment.resolved.v1',
  z.object({ ...ofThread, by: author, resolvedAt: z.string() }),
)
/** The owner completed a first look. `notified`: number of addresses that get an email. */
export const linkCompleted = event(
  'sharing.link.completed.v1',
  z.object({ linkId: id, ownerId: id, albumId: id, notified: z.number().int(), completedAt: z.string() }),
)
/** Others wait for a mail that the gallery of a link is complete: an address was left, or removed. */
export const firstLookSubscribersChanged = event(
  'sharing.first-look.subscribers-changed.v1',
  z.object({ linkId: id, ownerId: id, albumId: id }),
)
/** A visitor left the page: what the visit adds to the analytics of the link is complete for now. */
export const visitEnded = event('sharing.visit.ended.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
/** Nobody has read these files yet as visitors download them, and somebody wants their hashes. Several events where there are more. */
export const hashesRequested = event(
  'sharing.hashes.requested.v1',
  z.object({
    ownerId: id,
    files: z
      .array(
        z.object({
          photoId: id,
          content: z.string().describe('Content key of these bytes.'),
          key: z.string(),
          size: z.number().int(),
          crc32: z.number().int().describe('CRC-32 of the patched bytes.'),
          patches,
        }),
      )
      .max(20),
  }),
)
