import { z } from 'zod'

/**
 * GET /api/events: server-sent events of the signed-in user, named `change`. The client invalidates the named caches and reads again.
 * Messages carry no state, so a lost message only delays an update.
 */
export const change = z.object({
  type: z.enum([
    'photo.uploaded',
    'photo.ready',
    'photo.failed',
    'photo.updated',
    'photo.deleted',
    'likes.changed',
    'tags.changed',
    'album.changed',
    'share.changed',
    'visit.changed',
    'picks.changed',
    'comments.changed',
    'uploads.changed',
    'plan.changed',
    'notices.changed',
  ]),
  photo_id: z.string().optional(),
  album_id: z.string().optional(),
})
export type Change = z.infer<typeof change>
