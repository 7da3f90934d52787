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
export const linkCreated = event('sharing.link.created.v1', linkState, { priority: 'urgent' })
export const linkChanged = event('sharing.link.changed.v1', linkState, { priority: 'urgent' })
export const linkRevoked = event('sharing.link.revoked.v1', linkState, { priority: 'urgent' })
export const linkDeleted = event('sharing.link.deleted.v1', linkState, { priority: 'urgent' })
/** The galleries of an owner were closed, because the account was suspended, or opened again. Subscribers store the newest `version`. */
export const galleriesChanged = event(
  'sharing.galleries.changed.v1',
  z.object({ ownerId: id, version: z.number().int(), open: z.boolean() }),
  { priority: 'urgent' },
)
/** A visit started. It ends after 30 minutes without activity. */
export const viewRecorded = event(
  'sharing.view.recorded.v1',
  z.object({ linkId: id, ownerId: id, albumId: id, viewCount: z.number().int(), visitedAt: z.string() }),
)
/**
 * A link now shows these photos with a watermark. The media service renders them before visitors request them. A long list is published as
 * several events.
 */
export const linkWatermarked = event(
  'sharing.link.watermarked.v1',
  z.object({ linkId: id, ownerId: id, photoIds: z.array(id).max(100) }),
)
/** A pick list was created, changed, sent, reopened or removed. */
export const picksChanged = event('sharing.picks.changed.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
/** A visitor sent a pick list. The numbers include only photos that the gallery shows. */
export const picksSubmitted = event(
  'sharing.picks.submitted.v1',
  z.object({
    linkId: id,
    ownerId: id,
    albumId: id,
    listId: id,
    name: z.string().describe('Name that the visitor entered.'),
    picked: z.number().int(),
    rejected: z.number().int(),
    notes: z.number().int(),
    submittedAt: z.string(),
  }),
)
/** A comment was written, answered, resolved, reopened or removed. */
export const commentsChanged = event('sharing.comments.changed.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
const threadRef = { linkId: id, ownerId: id, albumId: id, photoId: id, threadId: id }
const commentAuthor = z.enum(['visitor', 'owner'])
/** A comment was written. `point`: position on the upright photo, as fractions (0 to 1) of its width and height. */
export const commentCreated = event(
  'sharing.comment.created.v1',
  z.object({
    ...threadRef,
    commentId: id,
    by: commentAuthor,
    name: z.string().nullable().describe('Name that the visitor entered. Null: the owner wrote the comment.'),
    text: z.string(),
    point: z.object({ x: z.number(), y: z.number() }).nullable(),
    createdAt: z.string(),
  }),
)
/** A comment thread was resolved by the owner or by the visitor who started it. */
export const commentResolved = event(
  'sharing.comment.resolved.v1',
  z.object({ ...threadRef, by: commentAuthor, resolvedAt: z.string() }),
)
/** The owner completed a first look. `notified`: number of addresses that get an email. */
export const linkCompleted = event(
  'sharing.link.completed.v1',
  z.object({ linkId: id, ownerId: id, albumId: id, notified: z.number().int(), completedAt: z.string() }),
)
/** An email address was added to or removed from the subscribers of a first look. */
export const firstLookSubscribersChanged = event(
  'sharing.first-look.subscribers-changed.v1',
  z.object({ linkId: id, ownerId: id, albumId: id }),
)
/** A visitor left the page, so the analytics of the visit are complete. */
export const visitEnded = event('sharing.visit.ended.v1', z.object({ linkId: id, ownerId: id, albumId: id }))
/** A manifest needs the hashes of these files, which the media service computes. A long list is published as several events. */
export const hashesRequested = event(
  'sharing.hashes.requested.v1',
  z.object({
    ownerId: id,
    files: z
      .array(
        z.object({
          photoId: id,
          content: z.string().describe('Identifies the patched bytes. `filesHashed` returns it with the hash.'),
          key: z.string(),
          size: z.number().int(),
          crc32: z.number().int().describe('CRC-32 of the patched bytes.'),
          patches,
        }),
      )
      .max(20),
  }),
)
