import type {
  albumArranged,
  albumCreated,
  albumDeleted,
  commentCreated,
  commentResolved,
  EventOf,
  http,
  linkCompleted,
  linkCreated,
  photoDeleted,
  photoUpdated,
  picksSubmitted,
  uploadReceived,
  viewRecorded,
} from '@daymark/contracts'

type Photo = EventOf<typeof photoUpdated>['data']
type Album = EventOf<typeof albumCreated>['data']
type Link = EventOf<typeof linkCreated>['data']
type View = EventOf<typeof viewRecorded>['data']

/** What a receiver is told: the fields of `/v1` of which the event tells, and their names (docs/operations/webhooks.md). */
export type Told = { type: http.v1.WebhookEvent; objectId: string; data: Record<string, unknown> }

/** Of a photo's changes three are events: that it was uploaded, which is its first version, that processing ended, and another file. */
export function ofPhoto(photo: Photo): Told | undefined {
  const { photoId: objectId, version, processed, replaced } = photo
  if (processed) return { type: 'image.processed', objectId, data: image(photo) }
  if (replaced) return { type: 'photo.replaced', objectId, data: { ...image(photo), replaced_at: photo.replacedAt } }
  return version === 1 ? { type: 'image.uploaded', objectId, data: image(photo) } : undefined
}
/** Back from the trash, it is told as when it came; its status says how far it is. */
export const ofRestoredPhoto = (photo: Photo): Told => ({
  type: 'image.uploaded',
  objectId: photo.photoId,
  data: image(photo),
})
export const ofDeletedPhoto = ({ photoId }: EventOf<typeof photoDeleted>['data']): Told => ({
  type: 'image.deleted',
  objectId: photoId,
  data: { id: photoId },
})

export const ofAlbum = (type: 'album.created' | 'album.updated', { albumId, title, description }: Album): Told => ({
  type,
  objectId: albumId,
  data: { id: albumId, title, description },
})
/** Its images changed: told once, with the last of the events that say which. */
export function ofArrangedAlbum(album: EventOf<typeof albumArranged>['data']): Told | undefined {
  const { albumId, title, description } = album
  if (title === undefined || description === undefined) return undefined
  return { type: 'album.updated', objectId: albumId, data: { id: albumId, title, description } }
}
export const ofDeletedAlbum = ({ albumId }: EventOf<typeof albumDeleted>['data']): Told => ({
  type: 'album.deleted',
  objectId: albumId,
  data: { id: albumId },
})

/** Without its token: whoever reads a receiver's log must not get in. */
export const ofLink = (type: 'share.created' | 'share.revoked', link: Link): Told => ({
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
/** To how many visitors a mail goes, and to none of their addresses. */
export const ofCompletedLink = (link: EventOf<typeof linkCompleted>['data']): Told => ({
  type: 'share.completed',
  objectId: link.linkId,
  data: { id: link.linkId, album_id: link.albumId, told: link.told, completed_at: link.completedAt },
})
export const ofView = ({ linkId, albumId, viewCount, visitedAt }: View): Told => ({
  type: 'share.view',
  objectId: linkId,
  data: { id: linkId, album_id: albumId, view_count: viewCount, last_viewed_at: visitedAt },
})

/** Without the address that the visitor may have given. */
export const ofPicks = (sent: EventOf<typeof picksSubmitted>['data']): Told => ({
  type: 'selection.submitted',
  objectId: sent.listId,
  data: {
    ...{ id: sent.listId, share_id: sent.linkId, album_id: sent.albumId, name: sent.name },
    ...{ picked: sent.picked, rejected: sent.rejected, notes: sent.notes, submitted_at: sent.submittedAt },
  },
})

export const ofComment = (said: EventOf<typeof commentCreated>['data']): Told => ({
  type: 'comment.created',
  objectId: said.commentId,
  data: {
    ...{ id: said.commentId, thread_id: said.threadId, share_id: said.linkId, album_id: said.albumId },
    ...{ image_id: said.photoId, by: said.by, name: said.name, text: said.text, point: said.point },
    created_at: said.createdAt,
  },
})
export const ofResolvedComment = (done: EventOf<typeof commentResolved>['data']): Told => ({
  type: 'comment.resolved',
  objectId: done.threadId,
  data: {
    ...{ id: done.threadId, share_id: done.linkId, album_id: done.albumId, image_id: done.photoId, by: done.by },
    resolved_at: done.resolvedAt,
  },
})

/** It is no image while it waits for approval; that it is one is told as of any other. */
export const ofUpload = (sent: EventOf<typeof uploadReceived>['data']): Told => ({
  type: 'upload.received',
  objectId: sent.receivedId,
  data: {
    ...{ id: sent.receivedId, upload_link_id: sent.linkId, album_id: sent.albumId, guest_id: sent.guestId },
    ...{ sent_by: sent.guestName, filename: sent.originalFilename, size: sent.size, mime_type: sent.mimeType },
    ...{ waiting: sent.waiting, received_at: sent.receivedAt },
  },
})

const image = ({ photoId, originalFilename, title, caption, status, width, height, original, takenAt }: Photo) => ({
  id: photoId,
  filename: originalFilename,
  title,
  description: caption,
  metadata: { width, height, size: original.size, mime_type: original.mimeType, taken_at: takenAt },
  processing_status: status,
})
