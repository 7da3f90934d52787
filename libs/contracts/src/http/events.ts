import { z } from 'zod'

/**
 * GET /api/events: server-sent events of the signed-in user. The SSE `event:` field is `change`, its data this JSON.
 * The client drops the cache types it names and reads again; nothing else travels, so that a lost message only costs freshness.
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
