import { randomUUID } from 'node:crypto'
import {
  albumArranged,
  albumCreated,
  albumDeleted,
  albumUpdated,
  photoDeleted,
  photoUpdated,
  type EventOf,
  type http,
} from '@daymark/contracts'
import { actorOf, type TestServices } from '@daymark/testing'

export type PhotoState = EventOf<typeof photoUpdated>['data']
const rendition = (key: string) => ({ key, size: 100, width: 4, height: 3, sha256: `sha-${key}`, crc32: 7 })

/** Returns the state of a processed photo as in the events of library. */
export function readyPhoto(ownerId: string, overrides: Partial<PhotoState> = {}): PhotoState {
  const photoId = overrides.photoId ?? randomUUID()
  const stem = `IMG-${photoId.slice(0, 8)}`
  return {
    photoId,
    ownerId,
    version: 2,
    filename: `${stem}.jpg`,
    originalFilename: 'IMG.JPG',
    title: `Title of ${stem}`,
    caption: '',
    status: 'completed',
    width: 6000,
    height: 4000,
    orientation: 'landscape',
    placeholder: 'abc',
    original: {
      key: `originals/${photoId}`,
      size: 5000,
      sha256: `sha-${photoId}`,
      crc32: 9,
      mimeType: 'image/jpeg',
      format: 'JPEG',
    },
    variants: { sm: rendition(`sm/${photoId}`), md: rendition(`md/${photoId}`), lg: rendition(`lg/${photoId}`) },
    takenAt: '2026-04-01T10:00:00.000Z',
    visitor: { kind: 'patched', patches: [], crc32: 9 },
    ...overrides,
  }
}

/** Publishes the events that library would publish for one owner. */
export class PublishingLibrary {
  readonly ownerId = randomUUID()
  readonly actor = actorOf(this.ownerId)
  constructor(public readonly services: TestServices) {}

  async createAlbum(
    overrides: { title?: string; description?: string; theme?: http.Theme; photos?: PhotoState[] } = {},
  ) {
    const { photos = [], ...rest } = overrides
    const album = { albumId: randomUUID(), ownerId: this.ownerId, version: 1, title: 'Summer', ...rest }
    await this.publishAlbum(album)
    for (const photo of photos) await this.publishPhoto(photo)
    await this.publishArrangement(
      album.albumId,
      2,
      photos.map(photo => photo.photoId),
    )
    return { ...album, version: 2 }
  }
  async publishAlbum(album: {
    albumId: string
    version: number
    title: string
    description?: string
    theme?: http.Theme
  }) {
    const type = album.version === 1 ? albumCreated : albumUpdated
    const state = { description: '', theme: 'auto' as const, isFavorites: false, ...album, ownerId: this.ownerId }
    await this.services.publish(type, album.albumId, state)
  }
  async publishArrangement(
    albumId: string,
    version: number,
    photoIds: string[],
    more: { removed?: string[]; part?: number; parts?: number } = {},
  ) {
    const { removed = [], ...partNumbers } = more
    const placed = photoIds.map((photoId, i) => ({ photoId, position: i }))
    await this.services.publish(albumArranged, albumId, {
      albumId,
      ownerId: this.ownerId,
      version,
      placed,
      removed,
      ...partNumbers,
    })
  }
  async deleteAlbum(albumId: string) {
    await this.services.publish(albumDeleted, albumId, { albumId, ownerId: this.ownerId })
  }
  async publishPhoto(photo: PhotoState) {
    await this.services.publish(photoUpdated, photo.photoId, photo)
    return photo
  }
  async deletePhoto({ photoId, ownerId, filename }: PhotoState) {
    await this.services.publish(photoDeleted, photoId, { photoId, ownerId, filename })
  }
}
