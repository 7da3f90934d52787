import {
  type Actor,
  anonymous,
  errors,
  library,
  type LocatedObject,
  type Output,
  sharing,
  VARIANT_SIZES,
  type VariantFiles,
  type VariantSize,
} from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Cache } from '../cache/cache.ts'
import { Caches } from '../cache/caches.ts'
import type { OpenLink, Proof } from './visitors/link-access.ts'

/** Parses the size in the path of a picture. */
export function parseVariantSize(text: string): VariantSize {
  const size = VARIANT_SIZES.find(known => known === text)
  if (!size) throw errors.PHOTO_NOT_FOUND()
  return size
}
/** Parses the file name in the path of a picture. Returns it without `.jpg`. */
export function parseJpegStem(file: string): string {
  const stem = /^([^/\\\0]{1,255})\.jpg$/.exec(file)?.[1]
  if (!stem) throw errors.PHOTO_NOT_FOUND()
  return stem
}

type Variant = { size: VariantSize; name: string }
export type OwnFileRequest = { size: VariantSize | 'original' | 'full'; name: string }
export type SharedFile = Output<typeof sharing.locatePublic>
type Location = [key: string, size: number, sha256: string]
type PackedLocations = [
  photoId: string,
  downloadName: string,
  sm: Location,
  md: Location,
  lg: Location,
  fileId?: string,
]
/** A load of the files in a gallery version or in a library. */
type LocationBatch = {
  cache: Cache<string>
  scope: string
  load: () => Promise<{ scope: string; files: VariantFiles[] }>
}

/** Limits of calls to other services. Users and client networks take turns. */
const CALL_LIMITS = { maxRunning: 6, maxQueued: 2000 }
const PACKED_INDEX = { sm: 2, md: 3, lg: 4 } as const

/**
 * Second step of a picture request: finds the file. A cache miss also loads the neighboring photos of the gallery, which the browser
 * requests next. Locations are cached as text, which takes a third of the memory of objects.
 */
@Injectable()
export class VariantLocations {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.maxRunning, CALL_LIMITS.maxQueued)
  private readonly batches = new Map<string, Promise<void>>()

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async findForOwner(actor: Actor, requested: OwnFileRequest): Promise<LocatedObject> {
    const { userId } = actor
    const located = isVariant(requested) && (await this.find(requested, this.createLibraryBatch(actor, requested)))
    if (located) return located
    const load = async () => ({ ...(await this.rpc.call(library.locatePhoto, requested, actor)), ownerId: userId })
    return this.caches.ownFiles.get(`${userId}/${requested.size}/${requested.name}`, () =>
      this.limiter.run(userId, load),
    )
  }

  /**
   * `network` is the visitor's network. If the result has `watermark`, the file itself must not be sent: WatermarkedFileLocator renders the file
   * to send from it.
   */
  async findInGallery(
    link: OpenLink,
    { token, grant, ...requested }: Proof & Variant,
    network: string,
  ): Promise<SharedFile> {
    const { size, name } = requested
    const listFiles = async () => {
      const { version, files } = await this.rpc.call(sharing.listFiles, { token, grant, name }, anonymous)
      return { scope: toGalleryScope({ ...link, version }), files }
    }
    const load = () => this.limiter.run(network, listFiles)
    const located = await this.find(requested, {
      cache: this.caches.galleryVariants,
      scope: toGalleryScope(link),
      load,
    })
    if (located) return addLinkFields(link, located)
    // The sharing service also finds former names of replaced files, and throws the right error if there is no such photo.
    const locate = () => this.rpc.call(sharing.locatePublic, { token, grant, size, name, download: false }, anonymous)
    const key = JSON.stringify([token, grant, size, name])
    return this.caches.sharedFiles.get(key, () => this.limiter.run(network, locate))
  }

  /** The cached location, without waiting; undefined if it is not cached. */
  peekOwn({ userId }: Actor, requested: Variant): LocatedObject | undefined {
    return peekLocation(this.caches.ownVariants, userId, requested)
  }
  peekInGallery(link: OpenLink, requested: Variant): SharedFile | undefined {
    const located = peekLocation(this.caches.galleryVariants, toGalleryScope(link), requested)
    return located && addLinkFields(link, located)
  }

  private createLibraryBatch(actor: Actor, { name }: Pick<Variant, 'name'>): LocationBatch {
    const scope = actor.userId
    const listFiles = async () => ({ scope, ...(await this.rpc.call(library.listFiles, { name }, actor)) })
    return { cache: this.caches.ownVariants, scope, load: () => this.limiter.run(scope, listFiles) }
  }

  /**
   * Undefined if there is no such photo. While a load of the same gallery or library runs, waits for it, because it may include the photo.
   */
  private async find(requested: Variant, batch: LocationBatch): Promise<LocatedObject | undefined> {
    const runningLoad = this.batches.get(batch.scope)
    if (runningLoad) await runningLoad
    return peekLocation(batch.cache, batch.scope, requested) ?? this.load(requested, batch)
  }

  private async load(
    { name, size }: Variant,
    { cache, scope, load }: LocationBatch,
  ): Promise<LocatedObject | undefined> {
    const store = cache.startLoad()
    const loading = load()
    const storing = loading.then(
      loaded => loaded.files.forEach(file => store(`${loaded.scope}/${file.name}`, packLocations(file))),
      // If this load fails, requests that waited for it start their own.
      () => undefined,
    )
    this.batches.set(scope, storing)
    try {
      const file = (await loading).files.find(file => file.name === name)
      await storing
      return file && unpackLocation(packLocations(file), size)
    } finally {
      if (this.batches.get(scope) === storing) this.batches.delete(scope)
    }
  }
}

function peekLocation(cache: Cache<string>, scope: string, { name, size }: Variant): LocatedObject | undefined {
  const text = cache.peek(`${scope}/${name}`)
  return text === undefined ? undefined : unpackLocation(text, size)
}

function packLocations({ photoId, fileId, downloadName, sm, md, lg }: VariantFiles): string {
  const packed: PackedLocations = [photoId, downloadName, toLocation(sm), toLocation(md), toLocation(lg)]
  if (fileId) packed.push(fileId)
  return JSON.stringify(packed)
}

function unpackLocation(text: string, variantSize: VariantSize): LocatedObject {
  const packed = JSON.parse(text) as PackedLocations
  const [key, size, sha256] = packed[PACKED_INDEX[variantSize]]
  const [photoId, downloadName, , , , fileId] = packed
  return { photoId, key, size, sha256, mimeType: 'image/jpeg', downloadName, ...(fileId && { fileId }) }
}

/** Only the part of the SHA-256 that the ETag contains is cached. */
const toLocation = ({ key, size, sha256 }: VariantFiles['sm']): Location => [key, size, sha256.slice(0, 32)]
/** Scope of the locations of a gallery version. A version always shows the same files, so no event has to invalidate them. */
const toGalleryScope = ({ linkId, version }: Pick<OpenLink, 'linkId' | 'version'>): string => `${linkId} ${version}`
const addLinkFields = ({ linkId, ownerId, watermark, expiresAt }: OpenLink, located: LocatedObject): SharedFile => ({
  ...located,
  linkId,
  ownerId,
  watermark,
  expiresAt,
})
const isVariant = (requested: OwnFileRequest): requested is Variant =>
  requested.size !== 'original' && requested.size !== 'full'
