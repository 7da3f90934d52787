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

export type OwnedChange = { ownerId: string; change: http.Change }
type ChangeReader = (event: Envelope) => OwnedChange

/**
 * Maximum number of photos whose first processing is tracked. Above it, the oldest is dropped and later reported as updated instead of
 * ready.
 */
const MAX_PENDING_PHOTOS = 50_000

type AlbumIds = { ownerId: string; albumId: string }
const createAlbumChange =
  (type: http.Change['type']) =>
  ({ ownerId, albumId }: AlbumIds): OwnedChange => ({ ownerId, change: { type, album_id: albumId } })

/** Translates events into changes for the owner's open pages. A change contains no data, only what to reload. */
export class ChangeTranslator {
  private readonly pendingPhotoIds = new Set<string>()
  private readonly readers = new Map<string, ChangeReader>()

  constructor() {
    const [album, share, uploads] = [
      createAlbumChange('album.changed'),
      createAlbumChange('share.changed'),
      createAlbumChange('uploads.changed'),
    ]
    this.addReader(photoUploaded, ({ data }) => this.changeOfUpload(data))
    this.addReader(photoUpdated, ({ data }) => this.changeOfUpdate(data))
    this.addReader(photoDeleted, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.deleted', photo_id: data.photoId },
    }))
    this.addReader(photoRestored, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.uploaded', photo_id: data.photoId },
    }))
    this.addReader(likesChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'likes.changed' } }))
    this.addReader(tagsChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'tags.changed' } }))
    for (const type of [albumCreated, albumUpdated, albumRestored]) this.addReader(type, ({ data }) => album(data))
    this.addReader(albumArranged, ({ data }) => album(data))
    this.addReader(albumDeleted, ({ data }) => album(data))
    for (const type of [linkCreated, linkChanged, linkRevoked, linkDeleted])
      this.addReader(type, ({ data }) => share(data))
    for (const type of [viewRecorded, firstLookSubscribersChanged]) this.addReader(type, ({ data }) => share(data))
    this.addReader(visitEnded, ({ data }) => createAlbumChange('visit.changed')(data))
    this.addReader(picksChanged, ({ data }) => createAlbumChange('picks.changed')(data))
    this.addReader(commentsChanged, ({ data }) => createAlbumChange('comments.changed')(data))
    this.addReader(receivedChanged, ({ data }) => uploads(data))
    this.addReader(subscriptionChanged, ({ data }) => ({ ownerId: data.userId, change: { type: 'plan.changed' } }))
  }

  get types(): string[] {
    return [...this.readers.keys()]
  }
  translate(event: Envelope): OwnedChange | undefined {
    return this.readers.get(event.type)?.(event)
  }

  private addReader<E extends EventType>(type: E, reader: (event: EventOf<E>) => OwnedChange): void {
    this.readers.set(type.name, event => reader(event as EventOf<E>))
  }

  private changeOfUpload({
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
  private changeOfUpdate({ photoId, ownerId, status, replaced }: EventOf<typeof photoUpdated>['data']): OwnedChange {
    const wasPending = status !== 'processing' && this.pendingPhotoIds.delete(photoId)
    const type = status === 'failed' ? 'photo.failed' : wasPending || replaced ? 'photo.ready' : 'photo.updated'
    return { ownerId, change: { type, photo_id: photoId } }
  }
}
