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
type Reader = (event: Envelope) => OwnedChange

/** How many photos may be on their way to "ready" before the oldest is forgotten; it then counts as updated. */
const MAX_PENDING = 50_000

type OfAlbum = { ownerId: string; albumId: string }
const ofAlbum =
  (type: http.Change['type']) =>
  ({ ownerId, albumId }: OfAlbum): OwnedChange => ({ ownerId, change: { type, album_id: albumId } })

/** What an event means for the owner's open pages: no data, only what to read again. */
export class Changes {
  private readonly pending = new Set<string>()
  private readonly readers = new Map<string, Reader>()

  constructor() {
    const [album, share, uploads] = [ofAlbum('album.changed'), ofAlbum('share.changed'), ofAlbum('uploads.changed')]
    this.read(photoUploaded, ({ data }) => this.uploaded(data))
    this.read(photoUpdated, ({ data }) => this.updated(data))
    this.read(photoDeleted, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.deleted', photo_id: data.photoId },
    }))
    this.read(photoRestored, ({ data }) => ({
      ownerId: data.ownerId,
      change: { type: 'photo.uploaded', photo_id: data.photoId },
    }))
    this.read(likesChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'likes.changed' } }))
    this.read(tagsChanged, ({ data }) => ({ ownerId: data.ownerId, change: { type: 'tags.changed' } }))
    for (const type of [albumCreated, albumUpdated, albumRestored]) this.read(type, ({ data }) => album(data))
    this.read(albumArranged, ({ data }) => album(data))
    this.read(albumDeleted, ({ data }) => album(data))
    for (const type of [linkCreated, linkChanged, linkRevoked, linkDeleted]) this.read(type, ({ data }) => share(data))
    for (const type of [viewRecorded, firstLookSubscribersChanged]) this.read(type, ({ data }) => share(data))
    this.read(visitEnded, ({ data }) => ofAlbum('visit.changed')(data))
    this.read(picksChanged, ({ data }) => ofAlbum('picks.changed')(data))
    this.read(commentsChanged, ({ data }) => ofAlbum('comments.changed')(data))
    this.read(receivedChanged, ({ data }) => uploads(data))
    this.read(subscriptionChanged, ({ data }) => ({ ownerId: data.userId, change: { type: 'plan.changed' } }))
  }

  get types(): string[] {
    return [...this.readers.keys()]
  }
  of(event: Envelope): OwnedChange | undefined {
    return this.readers.get(event.type)?.(event)
  }

  private read<E extends EventType>(type: E, reader: (event: EventOf<E>) => OwnedChange): void {
    this.readers.set(type.name, event => reader(event as EventOf<E>))
  }

  private uploaded({ photoId, fileOf, approvalAlbumId, ownerId }: EventOf<typeof photoUploaded>['data']): OwnedChange {
    if (approvalAlbumId) return { ownerId, change: { type: 'uploads.changed', album_id: approvalAlbumId } }
    if (fileOf) return { ownerId, change: { type: 'photo.updated', photo_id: fileOf } }
    this.pending.add(photoId)
    const [oldest] = this.pending
    if (this.pending.size > MAX_PENDING && oldest) this.pending.delete(oldest)
    return { ownerId, change: { type: 'photo.uploaded', photo_id: photoId } }
  }

  /** The first time that an uploaded photo is no longer processing is the moment its page waits for, as it is when it has another file. */
  private updated({ photoId, ownerId, status, replaced }: EventOf<typeof photoUpdated>['data']): OwnedChange {
    const wasPending = status !== 'processing' && this.pending.delete(photoId)
    const type = status === 'failed' ? 'photo.failed' : wasPending || replaced ? 'photo.ready' : 'photo.updated'
    return { ownerId, change: { type, photo_id: photoId } }
  }
}
