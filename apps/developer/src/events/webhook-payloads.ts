import {
  albumArranged,
  albumCreated,
  albumDeleted,
  albumRestored,
  albumUpdated,
  commentCreated,
  commentResolved,
  type EventOf,
  type EventType,
  type http,
  linkCompleted,
  linkCreated,
  linkRevoked,
  photoDeleted,
  photoFields,
  photoRestored,
  photoUpdated,
  picksSubmitted,
  presentFields,
  uploadReceived,
  viewRecorded,
} from '@daymark/contracts'

type Photo = EventOf<typeof photoUpdated>['data']
type Album = EventOf<typeof albumCreated>['data']
type Link = EventOf<typeof linkCreated>['data']

/** A webhook payload. Its fields have the same names as in `/v1` (docs/operations/webhooks.md). */
type WebhookPayload = { type: http.v1.WebhookEvent; objectId: string; data: Record<string, unknown> }

/**
 * Returns the payload if the photo was uploaded (its first version), processed, or its file was replaced. Returns undefined for other
 * changes.
 */
function photoPayload(photo: Photo): WebhookPayload | undefined {
  const { photoId: objectId, version, processed, replaced } = photo
  if (processed) return { type: 'image.processed', objectId, data: imageFields(photo) }
  if (replaced)
    return { type: 'photo.replaced', objectId, data: { ...imageFields(photo), replaced_at: photo.replacedAt } }
  return version === 1 ? { type: 'image.uploaded', objectId, data: imageFields(photo) } : undefined
}
/** A restored photo is sent as a new one, because `image.deleted` was sent before. `processing_status` is its current status. */
const restoredPhotoPayload = (photo: Photo): WebhookPayload => ({
  type: 'image.uploaded',
  objectId: photo.photoId,
  data: imageFields(photo),
})
const deletedPhotoPayload = ({ photoId }: EventOf<typeof photoDeleted>['data']): WebhookPayload => ({
  type: 'image.deleted',
  objectId: photoId,
  data: { id: photoId },
})

const albumPayload = (
  type: 'album.created' | 'album.updated',
  { albumId, title, description }: Album,
): WebhookPayload => ({
  type,
  objectId: albumId,
  data: { id: albumId, title, description },
})
/**
 * Returns undefined for an event without a title: a change of many images is published as several events, of which only the last has one.
 */
function arrangedAlbumPayload(album: EventOf<typeof albumArranged>['data']): WebhookPayload | undefined {
  const { albumId, title, description } = album
  if (title === undefined || description === undefined) return undefined
  return { type: 'album.updated', objectId: albumId, data: { id: albumId, title, description } }
}
const deletedAlbumPayload = ({ albumId }: EventOf<typeof albumDeleted>['data']): WebhookPayload => ({
  type: 'album.deleted',
  objectId: albumId,
  data: { id: albumId },
})

/** Contains no token, because readers of the receiver's log must not be able to open the link. */
const linkPayload = (type: 'share.created' | 'share.revoked', link: Link): WebhookPayload => ({
  type,
  objectId: link.linkId,
  data: {
    id: link.linkId,
    album_id: link.albumId,
    watermark: link.watermark,
    revoked: type === 'share.revoked',
    expires_at: link.expiresAt,
  },
})
/** Contains the number of visitors who are notified, but not their addresses. */
const completedLinkPayload = (link: EventOf<typeof linkCompleted>['data']): WebhookPayload => ({
  type: 'share.completed',
  objectId: link.linkId,
  data: { id: link.linkId, album_id: link.albumId, notified: link.notified, completed_at: link.completedAt },
})
const viewPayload = ({
  linkId,
  albumId,
  viewCount,
  visitedAt,
}: EventOf<typeof viewRecorded>['data']): WebhookPayload => ({
  type: 'share.view',
  objectId: linkId,
  data: { id: linkId, album_id: albumId, view_count: viewCount, last_viewed_at: visitedAt },
})

/** Does not contain the email address of the visitor. */
const picksPayload = (list: EventOf<typeof picksSubmitted>['data']): WebhookPayload => ({
  type: 'selection.submitted',
  objectId: list.listId,
  data: {
    id: list.listId,
    share_id: list.linkId,
    album_id: list.albumId,
    name: list.name,
    picked: list.picked,
    rejected: list.rejected,
    notes: list.notes,
    submitted_at: list.submittedAt,
  },
})

const commentPayload = (comment: EventOf<typeof commentCreated>['data']): WebhookPayload => ({
  type: 'comment.created',
  objectId: comment.commentId,
  data: {
    id: comment.commentId,
    thread_id: comment.threadId,
    share_id: comment.linkId,
    album_id: comment.albumId,
    image_id: comment.photoId,
    by: comment.by,
    name: comment.name,
    text: comment.text,
    point: comment.point,
    created_at: comment.createdAt,
  },
})
const resolvedCommentPayload = (resolution: EventOf<typeof commentResolved>['data']): WebhookPayload => ({
  type: 'comment.resolved',
  objectId: resolution.threadId,
  data: {
    id: resolution.threadId,
    share_id: resolution.linkId,
    album_id: resolution.albumId,
    image_id: resolution.photoId,
    by: resolution.by,
    resolved_at: resolution.resolvedAt,
  },
})

/** A received upload is not an image yet. When the owner accepts it, `image.uploaded` is sent. */
const uploadPayload = (file: EventOf<typeof uploadReceived>['data']): WebhookPayload => ({
  type: 'upload.received',
  objectId: file.receivedId,
  data: {
    id: file.receivedId,
    upload_link_id: file.linkId,
    album_id: file.albumId,
    guest_id: file.guestId,
    sent_by: file.guestName,
    filename: file.originalFilename,
    size: file.size,
    mime_type: file.mimeType,
    waiting: file.waiting,
    received_at: file.receivedAt,
  },
})

const imageFields = (photo: Photo) => ({
  id: photo.photoId,
  filename: photo.originalFilename,
  ...presentFields(photoFields, 'v1', photo),
  metadata: {
    width: photo.width,
    height: photo.height,
    size: photo.original.size,
    mime_type: photo.original.mimeType,
    taken_at: photo.takenAt,
  },
  processing_status: photo.status,
})

const mapEvent = <E extends EventType>(
  event: E,
  payload: (data: EventOf<E>['data']) => WebhookPayload | undefined,
) => ({
  event: event as EventType,
  payload: payload as (data: never) => WebhookPayload | undefined,
})

/**
 * The bus events that are sent to webhooks, each with the function that creates its payload. An event for which the function returns
 * undefined is not sent.
 */
export const WEBHOOK_PAYLOADS = [
  mapEvent(photoUpdated, photoPayload),
  mapEvent(photoDeleted, deletedPhotoPayload),
  mapEvent(photoRestored, restoredPhotoPayload),
  mapEvent(albumCreated, album => albumPayload('album.created', album)),
  mapEvent(albumUpdated, album => albumPayload('album.updated', album)),
  mapEvent(albumArranged, arrangedAlbumPayload),
  mapEvent(albumDeleted, deletedAlbumPayload),
  // A restored album is sent as a new one, because `album.deleted` was sent before.
  mapEvent(albumRestored, album => albumPayload('album.created', album)),
  mapEvent(linkCreated, link => linkPayload('share.created', link)),
  mapEvent(linkRevoked, link => linkPayload('share.revoked', link)),
  mapEvent(linkCompleted, completedLinkPayload),
  mapEvent(viewRecorded, viewPayload),
  mapEvent(picksSubmitted, picksPayload),
  mapEvent(commentCreated, commentPayload),
  mapEvent(commentResolved, resolvedCommentPayload),
  mapEvent(uploadReceived, uploadPayload),
]
