import {
  albumArranged,
  albumCreated,
  albumDeleted,
  albumRestored,
  albumUpdated,
  commentsChanged,
  type Envelope,
  type EventOf,
  type EventType,
  type http,
  likesChanged,
  linkChanged,
  linkCreated,
  linkDeleted,
  linkRevoked,
  photoDeleted,
  photoRestored,
  photoUpdated,
  photoUploaded,
  subscriptionChanged,
  tagsChanged,
  picksChanged,
  receivedChanged,
  viewRecorded,
  visitEnded,
  firstLookSubscribersChanged,
} from '@daymark/contracts'

type OwnedChange = { ownerId: string; change: http.Change }
type ChangeMapper = (event: Envelope) => OwnedChange

/**
 * Maximum number of photos whose first processing is tracked. Beyond it, the oldest photo is no longer tracked, and the end of its
 * processing is reported as `photo.updated` instead of `photo.ready`.
 */
const MAX_PENDING_PHOTOS = 50_000

type AlbumIds = { ownerId: string; albumId: string }
const createAlbumChange =
  (type: http.Change['type']) =>
  ({ ownerId, albumId }: AlbumIds): OwnedChange => ({ ownerId, change: { type, album_id: albumId } })

/** Translates events into changes for the owner's open pages. A change contains no data, only what to reload. */
export class ChangeTranslator {
  private readonly pendingPhotoIds = new Set<string>()
  private readonly mappers = new Map<string, ChangeMapper>()

  constructor() {
    const [toAlbumChange, toShareChange, toUploadsChange] = [
      createAlbumChange('album.changed'),
      createAlbumChange('share.changed'),
      createAlbumChange('uploads.changed'),
    ]
    this.addMapper(photoUploaded, ({ data }) => this.mapPhotoUploaded(data))
    this.addMapper(photoUpdated, ({ data }) => this.mapPhotoUpdated(data))
    this.addMapper(photoDeleted, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.deleted', photo_id: data.photoId },
    }))
    this.addMapper(photoRestored, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.uploaded', photo_id: data.photoId },
    }))
    this.addMapper(likesChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'likes.changed' } }))
    this.addMapper(tagsChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'tags.changed' } }))
    for (const type of [albumCreated, albumUpdated, albumRestored])
      this.addMapper(type, ({ data }) => toAlbumChange(data))
    this.addMapper(albumArranged, ({ data }) => toAlbumChange(data))
    this.addMapper(albumDeleted, ({ data }) => toAlbumChange(data))
    for (const type of [linkCreated, linkChanged, linkRevoked, linkDeleted])
      this.addMapper(type, ({ data }) => toShareChange(data))
    for (const type of [viewRecorded, firstLookSubscribersChanged])
      this.addMapper(type, ({ data }) => toShareChange(data))
    this.addMapper(visitEnded, ({ data }) => createAlbumChange('visit.changed')(data))
    this.addMapper(picksChanged, ({ data }) => createAlbumChange('picks.changed')(data))
    this.addMapper(commentsChanged, ({ data }) => createAlbumChange('comments.changed')(data))
    this.addMapper(receivedChanged, ({ data }) => toUploadsChange(data))
    this.addMapper(subscriptionChanged, ({ data }) => ({ ownerId: data.userId, change: { type: 'plan.changed' } }))
  }

  get eventTypes(): string[] {
    return [...this.mappers.keys()]
  }
  translate(event: Envelope): OwnedChange | undefined {
    return this.mappers.get(event.type)?.(event)
  }

  private addMapper<E extends EventType>(type: E, mapper: (event: EventOf<E>) => OwnedChange): void {
    this.mappers.set(type.name, event => mapper(event as EventOf<E>))
  }

  private mapPhotoUploaded({
    photoId,
    fileOf,
    approvalAlbumId,
    ownerId,
  }: EventOf<typeof photoUploaded>['data']): OwnedChange {
    if (approvalAlbumId) return { ownerId, change: { type: 'uploads.changed', album_id: approvalAlbumId } }
    if (fileOf) return { ownerId, change: { type: 'photo.updated', photo_id: fileOf } }
    this.pendingPhotoIds.add(photoId)
    const [oldest] = this.pendingPhotoIds
    if (this.pendingPhotoIds.size > MAX_PENDING_PHOTOS && oldest) this.pendingPhotoIds.delete(oldest)
    return { ownerId, change: { type: 'photo.uploaded', photo_id: photoId } }
  }

  /** Reports `photo.ready` when processing ends for the first time or after a replacement of the file. */
  private mapPhotoUpdated({ photoId, ownerId, status, replaced }: EventOf<typeof photoUpdated>['data']): OwnedChange {
    const wasPending = status !== 'processing' && this.pendingPhotoIds.delete(photoId)
    const type = status === 'failed' ? 'photo.failed' : wasPending || replaced ? 'photo.ready' : 'photo.updated'
    return { ownerId, change: { type, photo_id: photoId } }
  }
}
