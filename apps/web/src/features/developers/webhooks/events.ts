import type { http } from '@daymark/contracts'

/** rule 51: all events of webhooks. */
const ABOUT: Record<http.v1.WebhookEvent, string> = {
  'image.uploaded': 'a photo was uploaded',
  'image.processed': 'the variants of a photo are ready',
  'image.deleted': 'a photo was deleted',
  'album.created': 'an album was created',
  'album.updated': 'the title, cover or photos of an album changed',
  'album.deleted': 'an album was deleted',
  'share.created': 'a link was created',
  'share.view': 'a visitor opened a gallery',
  'share.revoked': 'a link was closed',
  'share.completed': 'a first look was completed',
  'selection.submitted': 'a visitor sent a list of picked photos',
  'photo.replaced': 'the file of a photo was replaced',
  'comment.created': 'a visitor commented on a photo',
  'comment.resolved': 'a comment was resolved',
  'upload.received': 'a guest sent a photo',
}
export const EVENTS = Object.entries(ABOUT).map(([event, about]) => ({ event: event as http.v1.WebhookEvent, about }))
