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

/** Payloads with the fields and names of `/v1` (docs/operations/webhooks.md). */
export type Payload = { type: http.v1.WebhookEvent; objectId: string; data: Record<string, unknown> }

/** Sent for three changes of a photo: upload (its first version), end of processing and replacement of the file. */
function ofPhoto(photo: Photo): Payload | undefined {
  const { photoId: objectId, version, processed, replaced } = photo
  if (processed) return { type: 'image.processed', objectId, data: image(photo) }
  if (replaced) return { type: 'photo.replaced', objectId, data: { ...image(photo), replaced_at: photo.replacedAt } }
  return version === 1 ? { type: 'image.uploaded', objectId, data: image(photo) } : undefined
}
/** Its deletion was sent, so it is sent as new; its status says whether it has been processed. */
const ofRestoredPhoto = (photo: Photo): Payload => ({
  type: 'image.uploaded',
  objectId: photo.photoId,
  data: image(photo),
})
const ofDeletedPhoto = ({ photoId }: EventOf<typeof photoDeleted>['data']): Payload => ({
  type: 'image.deleted',
  objectId: photoId,
  data: { id: photoId },
})

const ofAlbum = (type: 'album.created' | 'album.updated', { albumId, title, description }: Album): Payload => ({
  type,
  objectId: albumId,
  data: { id: albumId, title, description },
})
/** A change of many images publishes several events. Only the last one has the title and is sent. */
function ofArrangedAlbum(album: EventOf<typeof albumArranged>['data']): Payload | undefined {
  const { albumId, title, description } = album
  if (title === undefined || description === undefined) return undefined
  return { type: 'album.updated', objectId: albumId, data: { id: albumId, title, description } }
}
const ofDeletedAlbum = ({ albumId }: EventOf<typeof albumDeleted>['data']): Payload => ({
  type: 'album.deleted',
  objectId: albumId,
  data: { id: albumId },
})

/** Without the token, because readers of the receiver's log must not be able to open the link. */
const ofLink = (type: 'share.created' | 'share.revoked', link: Link): Payload => ({
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
/** With the number of visitors who are notified, without their addresses. */
const ofCompletedLink = (link: EventOf<typeof linkCompleted>['data']): Payload => ({
  type: 'share.completed',
  objectId: link.linkId,
  data: { id: link.linkId, album_id: link.albumId, notified: link.notified, completed_at: link.completedAt },
})
const ofView = ({ linkId, albumId, viewCount, visitedAt }: EventOf<typeof viewRecorded>['data']): Payload => ({
  type: 'share.view',
  objectId: linkId,
  data: { id: linkId, album_id: albumId, view_count: viewCount, last_viewed_at: visitedAt },
})

/** Without the visitor's e-mail address. */
const ofPicks = (sent: EventOf<typeof picksSubmitted>['data']): Payload => ({
  type: 'selection.submitted',
  objectId: sent.listId,
  data: {
    ...{ id: sent.listId, share_id: sent.linkId, album_id: sent.albumId, name: sent.name },
    ...{ picked: sent.picked, rejected: sent.rejected, notes: sent.notes, submitted_at: sent.submittedAt },
  },
})

const ofComment = (comment: EventOf<typeof commentCreated>['data']): Payload => ({
  type: 'comment.created',
  objectId: comment.commentId,
  data: {
    ...{ id: comment.commentId, thread_id: comment.threadId, share_id: comment.linkId, album_id: comment.albumId },
    ...{ image_id: comment.photoId, by: comment.by, name: comment.name, text: comment.text, point: comment.point },
    created_at: comment.createdAt,
  },
})
const ofResolvedComment = (resolution: EventOf<typeof commentResolved>['data']): Payload => ({
  type: 'comment.resolved',
  objectId: resolution.threadId,
  data: {
    ...{
      id: resolution.threadId,
      share_id: resolution.linkId,
      album_id: resolution.albumId,
      image_id: resolution.photoId,
      by: resolution.by,
    },
    resolved_at: resolution.resolvedAt,
  },
})

/** A pending upload is not an image. Once accepted, it is sent as `image.uploaded`. */
const ofUpload = (sent: EventOf<typeof uploadReceived>['data']): Payload => ({
  type: 'upload.received',
  objectId: sent.receivedId,
  data: {
    ...{ id: sent.receivedId, upload_link_id: sent.linkId, album_id: sent.albumId, guest_id: sent.guestId },
    ...{ sent_by: sent.guestName, filename: sent.originalFilename, size: sent.size, mime_type: sent.mimeType },
    ...{ waiting: sent.waiting, received_at: sent.receivedAt },
  },
})

const image = (photo: Photo) => ({
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

const webhook = <E extends EventType>(event: E, payload: (data: EventOf<E>['data']) => Payload | undefined) => ({
  event: event as EventType,
  payload: payload as (data: never) => Payload | undefined,
})

/** The events that integrators can subscribe to, with their payloads. Undefined: nothing is sent. */
export const WEBHOOKS = [
  webhook(photoUpdated, ofPhoto),
  webhook(photoDeleted, ofDeletedPhoto),
  webhook(photoRestored, ofRestoredPhoto),
  webhook(albumCreated, album => ofAlbum('album.created', album)),
  webhook(albumUpdated, album => ofAlbum('album.updated', album)),
  webhook(albumArranged, ofArrangedAlbum),
  webhook(albumDeleted, ofDeletedAlbum),
  // Its deletion was sent, so it is sent as new.
  webhook(albumRestored, album => ofAlbum('album.created', album)),
  webhook(linkCreated, link => ofLink('share.created', link)),
  webhook(linkRevoked, link => ofLink('share.revoked', link)),
  webhook(linkCompleted, ofCompletedLink),
  webhook(viewRecorded, ofView),
  webhook(picksSubmitted, ofPicks),
  webhook(commentCreated, ofComment),
  webhook(commentResolved, ofResolvedComment),
  webhook(uploadReceived, ofUpload),
]
