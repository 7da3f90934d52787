import { randomUUID } from 'node:crypto'
import {
  albumArranged,
  albumCreated,
  albumDeleted,
  albumRestored,
  albumUpdated,
  photoDeleted,
  photoRestored,
  photoUpdated,
} from '@daymark/contracts'
import type { EventType, http } from '@daymark/contracts'
import { readyPhoto, type PhotoState } from './publishing-library.ts'

type PublishedEvent = { type: EventType; data: never }
type Album = {
  albumId: string
  version: number
  title: string
  description: string
  theme: http.Theme
  deleted: boolean
  sections: { id: string; name: string; position: number }[]
  /** The position of each photo by its id. */
  positions: Map<string, number>
}

/** Returns functions for random values with a seed, so that a failure can be reproduced. */
export function createRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number): number => Math.floor(next() * n)
  const pick = <T>(items: T[]): T => items[below(items.length)] as T
  const shuffle = <T>(items: T[]): T[] => {
    const out = [...items]
    for (let i = out.length - 1; i > 0; i--) {
      const j = below(i + 1)
      ;[out[i], out[j]] = [out[j] as T, out[i] as T]
    }
    return out
  }
  return { next, below, pick, shuffle }
}

/** Changes a small library at random, and collects the events that the library service would publish. */
export class RandomLibrary {
  readonly events: PublishedEvent[] = []
  readonly albums: Album[] = []
  readonly photos: (PhotoState & { deleted?: boolean })[] = []
  private readonly rng: ReturnType<typeof createRandom>

  constructor(
    private readonly ownerId: string,
    seed: number,
    steps: number,
  ) {
    this.rng = createRandom(seed)
    for (let i = 0; i < 3; i++) this.createAlbum()
    for (let i = 0; i < 6; i++) this.upload()
    for (let i = 0; i < steps; i++) this.step()
  }

  /** Returns the ids of the photos that a visitor of the album sees, in order. */
  visibleIds(album: Album): string[] {
    const ready = new Set(this.photos.filter(photo => !photo.deleted && photo.variants).map(photo => photo.photoId))
    return [...album.positions]
      .filter(([id]) => ready.has(id))
      .sort(([, a], [, b]) => a - b)
      .map(([id]) => id)
  }

  /** Returns the number of visible photos in each section, without empty sections. */
  countBySection(album: Album): number[] {
    const positions = this.visibleIds(album).map(id => album.positions.get(id) ?? 0)
    const [first, second] = album.sections.map(section => section.position)
    const countFrom = (from = Infinity) => positions.filter(position => position >= from).length
    return [countFrom(first) - countFrom(second), countFrom(second)].filter(count => count > 0)
  }

  private step(): void {
    const { rng } = this
    const [album, photo] = [rng.pick(this.albums), rng.pick(this.photos)]
    const roll = rng.next()
    if (roll < 0.2) this.editPhoto(photo)
    else if (roll < 0.26) this.deleteOrRestorePhoto(photo)
    else if (roll < 0.31) this.deleteOrRestoreAlbum(album)
    else if (album.deleted) return
    else if (roll < 0.4) this.editAlbum(album)
    else if (roll < 0.65) this.arrange(album, [photo], [])
    else if (roll < 0.8) this.arrange(album, [], [photo])
    else this.arrange(album, rng.shuffle(this.photos).slice(0, 4), [])
  }

  private createAlbum(): void {
    const album: Album = {
      albumId: randomUUID(),
      version: 1,
      title: 'new',
      description: '',
      theme: 'auto',
      deleted: false,
      sections: [],
      positions: new Map(),
    }
    this.albums.push(album)
    this.publish(albumCreated, this.albumState(album))
  }
  private editAlbum(album: Album): void {
    album.version += 1
    album.title = `title ${album.version}`
    album.description = `about ${this.rng.below(100)}`
    album.theme = this.rng.pick(['auto', 'light', 'dark'])
    album.sections = [this.rng.next(), this.rng.next()].sort().map((position, n) => ({
      id: randomUUID(),
      name: `section ${n}`,
      position,
    }))
    this.publish(albumUpdated, this.albumState(album))
  }
  private deleteOrRestoreAlbum(album: Album): void {
    const { albumId, deleted } = album
    album.version += 1
    album.deleted = !deleted
    if (!deleted) this.publish(albumDeleted, { albumId, ownerId: this.ownerId, version: album.version })
    else {
      this.publish(albumRestored, this.albumState(album))
      const photos = this.photos.filter(photo => album.positions.has(photo.photoId))
      if (photos.length) this.arrange(album, photos, [])
    }
  }
  private arrange(album: Album, placed: PhotoState[], removed: PhotoState[]): void {
    album.version += 1
    for (const { photoId } of placed) album.positions.set(photoId, this.rng.next())
    for (const { photoId } of removed) album.positions.delete(photoId)
    const { albumId, version } = album
    const pairs = placed.map(({ photoId }) => ({ photoId, position: album.positions.get(photoId) }))
    // the library service publishes a large change in parts with the same version; here, a part has two photos
    for (let part = 0; part === 0 || part < pairs.length; part += 2)
      this.publish(albumArranged, {
        albumId,
        ownerId: this.ownerId,
        version,
        placed: pairs.slice(part, part + 2),
        removed: part === 0 ? removed.map(({ photoId }) => photoId) : [],
        part: part / 2,
        parts: Math.max(1, Math.ceil(pairs.length / 2)),
      })
  }
  private upload(): void {
    const photo = readyPhoto(this.ownerId, { version: 1, status: 'processing', variants: null })
    this.photos.push(photo)
    this.publish(photoUpdated, { ...photo })
  }
  private editPhoto(photo: PhotoState & { deleted?: boolean }): void {
    if (photo.deleted) return
    const { version, variants } = readyPhoto(this.ownerId, { photoId: photo.photoId, version: photo.version + 1 })
    Object.assign(photo, {
      version,
      variants,
      status: 'completed',
      title: `t${version}`,
      caption: `c${this.rng.below(9)}`,
    })
    this.publish(photoUpdated, { ...photo })
  }
  private deleteOrRestorePhoto(photo: PhotoState & { deleted?: boolean }): void {
    photo.version += 1
    photo.deleted = !photo.deleted
    const { photoId, ownerId, filename, version } = photo
    if (photo.deleted) this.publish(photoDeleted, { photoId, ownerId, filename, version })
    else this.publish(photoRestored, { ...photo })
  }

  private albumState({ positions: _, deleted: __, ...state }: Album) {
    return { ...state, ownerId: this.ownerId, isFavorites: false }
  }
  private publish(type: EventType, data: unknown): void {
    this.events.push({ type, data: data as never })
  }
}
