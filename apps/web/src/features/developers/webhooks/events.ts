import type { http } from '@daymark/contracts'

/** rule 51: everything that can be sent, in the words of whoever chooses. */
const ABOUT: Record<http.v1.WebhookEvent, string> = {
  'image.uploaded': 'a photo came in',
  'image.processed': 'its variants can be fetched',
  'image.deleted': 'a photo was deleted',
  'album.created': 'an album was made',
  'album.updated': 'title, cover or photos of an album changed',
  'album.deleted': 'an album was deleted',
  'share.created': 'a link was made',
  'share.view': 'somebody opened a gallery',
  'share.revoked': 'a link was closed',
  'share.completed': 'a first look is complete',
  'selection.submitted': 'a visitor sent a list of picked photos',
  'photo.replaced': 'another file took the place of a photo’s',
  'comment.created': 'somebody wrote about a shared photo',
  'comment.resolved': 'a comment was resolved',
  'upload.received': 'a guest sent a photo',
}
export const EVENTS = Object.entries(ABOUT).map(([event, about]) => ({ event: event as http.v1.WebhookEvent, about }))
