import { randomUUID } from 'node:crypto'
import {
  albumArranged,
  library,
  photoProcessed,
  PLANS,
  subscriptionChanged,
  type Envelope,
  type EventOf,
  type EventType,
  type Input,
  type PhotoView,
  type Tier,
} from '@daymark/contracts'
import { actorOf, startServices, type TestServices } from '@daymark/testing'
import type { z } from 'zod'
import { libraryService } from '../src/index.ts'

type Upload = Partial<Input<typeof library.registerUpload>>
type Call = { input: z.ZodType; output: z.ZodType }
/** Only the library service. Tests publish the events of billing and media. */
export type LibraryServices = TestServices & {
  createUser(tier?: Tier, storageLimit?: number): Promise<Owner>
  published: Published
}

export async function startLibrary(env: Record<string, string> = {}): Promise<LibraryServices> {
  const services = await startServices([libraryService], { env })
  const published = new Published()
  const names = ['photo.uploaded', 'photo.updated', 'photo.deleted', 'photo.purged', 'usage.changed']
  const albums = ['album.created', 'album.updated', 'album.arranged', 'album.deleted', 'album.purged']
  const types = [...names, ...albums].map(name => `library.${name}.v1`)
  await services.process.transport.listen(types, event => published.events.push(event))
  const createUser = async (tier: Tier = 'professional', storageLimit = PLANS[tier].storageLimit) => {
    const owner = new Owner(services)
    await owner.subscribe(tier, { storageLimit })
    return owner
  }
  return Object.assign(services, { createUser, published })
}

export class Published {
  events: Envelope[] = []
  ofType<E extends EventType>(type: E, key?: string): EventOf<E>['data'][] {
    const matches = this.events.filter(
      event => event.type === type.name && (key === undefined || event.subject === key),
    )
    return matches.map(event => event.data as EventOf<E>['data'])
  }
  /** Returns the ids of the photos of an album, in the order that the events publish. */
  orderOf(albumId: string): string[] {
    const states = new Map<string, { version: number; position: number | null }>()
    const apply = (photoId: string, version: number, position: number | null) => {
      if (version >= (states.get(photoId)?.version ?? 0)) states.set(photoId, { version, position })
    }
    for (const { version, placed, removed } of this.ofType(albumArranged, albumId)) {
      for (const photoId of removed) apply(photoId, version, null)
      for (const { photoId, position } of placed) apply(photoId, version, position)
    }
    const members = [...states].filter(([, state]) => state.position !== null)
    return members.sort(([, a], [, b]) => (a.position ?? 0) - (b.position ?? 0)).map(([photoId]) => photoId)
  }
}

export class Owner {
  readonly id = randomUUID()
  private planVersion = 0
  constructor(private readonly services: TestServices) {}

  call<C extends Call & Parameters<TestServices['rpc']['call']>[0]>(contract: C, input: z.input<C['input']>) {
    return this.services.rpc.call(contract, input, actorOf(this.id))
  }
  async subscribe(tier: Tier, more: Partial<EventOf<typeof subscriptionChanged>['data']> = {}): Promise<void> {
    this.planVersion += 1
    const data = { userId: this.id, tier, status: 'active' as const, endDate: null, version: this.planVersion }
    await this.services.publish(subscriptionChanged, this.id, {
      ...data,
      storageLimit: PLANS[tier].storageLimit,
      ...more,
    })
    await this.call(library.awaitPlan, { userId: this.id, version: more.version ?? this.planVersion })
  }

  async upload(more: Upload = {}): Promise<PhotoView> {
    return (await this.register(more)).photo
  }
  register(more: Upload = {}) {
    const original = { originalFilename: 'DSC_1.jpg', extension: 'jpg', mimeType: 'image/jpeg', format: 'JPEG' }
    const object = { objectKey: `originals/${randomUUID()}`, size: 1000, sha256: 'ab'.repeat(32), crc32: 4_000_000_000 }
    return this.call(library.registerUpload, { ...original, ...object, ...more })
  }
  async uploadMany(count: number, more: Upload = {}): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await this.upload({ title: `Photo ${n + 1}`, ...more })).id)
    return ids
  }
  /** Publishes the event with which media reports a processed photo, with variants of 10, 20 and 30 bytes. */
  async process(photoId: string, more: Partial<EventOf<typeof photoProcessed>['data']> = {}): Promise<void> {
    const dimensions = {
      format: 'JPEG',
      mimeType: 'image/jpeg',
      width: 6000,
      height: 4000,
      orientation: 'landscape' as const,
    }
    const metadata = {
      takenAt: '2024-05-01T10:00:00.000Z',
      creationTool: 'Lightroom',
      placeholder: 'AAAA',
      damaged: null,
    }
    const commonFields = { photoId, ownerId: this.id, exif: { make: 'Nikon' }, variants: createVariants(photoId) }
    const data = { ...commonFields, ...dimensions, ...metadata }
    await this.services.publish(photoProcessed, photoId, { ...data, ...more })
    await this.services.settle()
  }
  /**
   * Inserts photos with the numbers `first` to `last` directly into the table, which is faster than uploads. `values` overrides columns with
   * SQL expressions, in which `n` is the number. Returns the ids in the order of the numbers.
   */
  async insertPhotos([first, last]: [number, number], values: Record<string, string> = {}): Promise<string[]> {
    const file = { stem: `'s' || n`, extension: `'jpg'`, filename: `'s' || n || '.jpg'`, original_filename: `'a.jpg'` }
    const object = { object_key: `'k' || n`, size: '1', sha256: `'x'`, crc32: '1' }
    const format = { mime_type: `'image/jpeg'`, format: `'JPEG'`, created_at: 'now()', updated_at: 'now()' }
    const columns = { owner_id: '$1::uuid', number: 'n', ...file, ...object, ...format, ...values }
    const rows = await this.services.db('library').sql<{ id: string }>(
      `INSERT INTO photos (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')}
       FROM generate_series($2::int, $3::int) n RETURNING id`,
      [this.id, first, last],
    )
    return rows.map(({ id }) => id)
  }
  createAlbum(title = 'Trip') {
    return this.call(library.createAlbum, { title })
  }
  async listAlbumPhotoIds(id: string): Promise<string[]> {
    const { photos } = await this.call(library.getAlbum, { id, limit: 1000, offset: 0 })
    return photos.map(photo => photo.id)
  }
  async getFavorites() {
    const [first] = await this.call(library.listAlbums, {})
    if (!first?.isFavorites) throw new Error('Favorites is not the first album')
    return first
  }
  list(filter: Input<typeof library.listPhotos>['filter'] = {}, more: Partial<Input<typeof library.listPhotos>> = {}) {
    return this.call(library.listPhotos, { filter, limit: 50, offset: 0, ...more })
  }
  async listIds(...args: Parameters<Owner['list']>): Promise<string[]> {
    return (await this.list(...args)).photos.map(photo => photo.id)
  }
}

export function createVariants(photoId: string, sizes = { sm: 10, md: 20, lg: 30 }) {
  const one = (size: keyof typeof sizes, width: number) => ({
    key: `variants/${photoId}/${size}`,
    size: sizes[size],
    width,
    height: width,
    sha256: size,
    crc32: 1,
  })
  return { sm: one('sm', 480), md: one('md', 1280), lg: one('lg', 2560) }
}
export const errorCodeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  )
