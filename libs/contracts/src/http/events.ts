import { z } from 'zod'

/**
 * GET /api/events: server-sent events with the name `change` for the signed-in user. The client reloads the data that the type concerns.
 * An event contains no data of its own, so a lost event only delays the update of a screen.
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
