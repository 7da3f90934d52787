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
  const size = VARIANT_SIZES.find(variantSize => variantSize === text)
  if (!size) throw errors.PHOTO_NOT_FOUND()
  return size
}
/** Parses the file name in the path of a picture. Returns it without `.jpg`. */
export function parseJpegStem(file: string): string {
  const stem = /^([^/\\\0]{1,255})\.jpg$/.exec(file)?.[1]
  if (!stem) throw errors.PHOTO_NOT_FOUND()
  return stem
}

export type VariantRequest = { size: VariantSize; name: string }
type OwnFileRequest = { size: VariantSize | 'original' | 'full'; name: string }
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
/** A load of the files in a gallery version or in a library. `scope` identifies the gallery version or library in cache keys. */
type LocationBatch = {
  cache: Cache<string>
  scope: string
  load: () => Promise<{ scope: string; files: VariantFiles[] }>
}

const PACKED_LOCATION_INDEX = { sm: 2, md: 3, lg: 4 } as const

/**
 * Finds the files of pictures in the photo store. A cache miss also loads the neighboring photos of the gallery, which the browser
 * requests next. Locations are cached as text, which takes a third of the memory of objects.
 */
@Injectable()
export class VariantLocations {
  private readonly limiter = new ConcurrencyLimiter(6, 2000)
  private readonly runningLoads = new Map<string, Promise<void>>()

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async findForOwner(actor: Actor, variantRequest: OwnFileRequest): Promise<LocatedObject> {
    const { userId } = actor
    const locatedObject =
      isVariant(variantRequest) && (await this.find(variantRequest, this.createLibraryBatch(actor, variantRequest)))
    if (locatedObject) return locatedObject
    const load = async () => ({ ...(await this.rpc.call(library.locatePhoto, variantRequest, actor)), ownerId: userId })
    return this.caches.ownFiles.get(`${userId}/${variantRequest.size}/${variantRequest.name}`, () =>
      this.limiter.run(userId, load),
    )
  }

  /**
   * `network` is the visitor's network. If the result has `watermark`, the file itself must not be sent: WatermarkedFileLocator finds the
   * watermarked file to send instead.
   */
  async findInGallery(
    link: OpenLink,
    { token, grant, ...variantRequest }: Proof & VariantRequest,
    network: string,
  ): Promise<SharedFile> {
    const { size, name } = variantRequest
    const listFiles = async () => {
      const { version, files } = await this.rpc.call(sharing.listFiles, { token, grant, name }, anonymous)
      return { scope: toGalleryScope({ ...link, version }), files }
    }
    const load = () => this.limiter.run(network, listFiles)
    const locatedObject = await this.find(variantRequest, {
      cache: this.caches.galleryVariants,
      scope: toGalleryScope(link),
      load,
    })
    if (locatedObject) return addLinkFields(link, locatedObject)
    // The sharing service also finds former names of replaced files, and throws the right error if there is no such photo.
    const locate = () => this.rpc.call(sharing.locatePublic, { token, grant, size, name, download: false }, anonymous)
    const key = JSON.stringify([token, grant, size, name])
    return this.caches.sharedFiles.get(key, () => this.limiter.run(network, locate))
  }

  /** The cached location, without waiting; undefined if it is not cached. */
  peekOwn({ userId }: Actor, variantRequest: VariantRequest): LocatedObject | undefined {
    return peekLocation(this.caches.ownVariants, userId, variantRequest)
  }
  peekInGallery(link: OpenLink, variantRequest: VariantRequest): SharedFile | undefined {
    const locatedObject = peekLocation(this.caches.galleryVariants, toGalleryScope(link), variantRequest)
    return locatedObject && addLinkFields(link, locatedObject)
  }

  private createLibraryBatch(actor: Actor, { name }: Pick<VariantRequest, 'name'>): LocationBatch {
    const scope = actor.userId
    const listFiles = async () => ({ scope, ...(await this.rpc.call(library.listFiles, { name }, actor)) })
    return { cache: this.caches.ownVariants, scope, load: () => this.limiter.run(scope, listFiles) }
  }

  /**
   * Undefined if there is no such photo. While a load of the same gallery or library runs, waits for it, because it may include the photo.
   */
  private async find(variantRequest: VariantRequest, batch: LocationBatch): Promise<LocatedObject | undefined> {
    const runningLoad = this.runningLoads.get(batch.scope)
    if (runningLoad) await runningLoad
    return peekLocation(batch.cache, batch.scope, variantRequest) ?? this.load(variantRequest, batch)
  }

  private async load(
    { name, size }: VariantRequest,
    { cache, scope, load }: LocationBatch,
  ): Promise<LocatedObject | undefined> {
    const store = cache.startLoad()
    const loadedBatch = load()
    const storedBatch = loadedBatch.then(
      loaded => loaded.files.forEach(file => store(`${loaded.scope}/${file.name}`, packLocations(file))),
      // If this load fails, requests that waited for it start their own.
      () => undefined,
    )
    this.runningLoads.set(scope, storedBatch)
    try {
      const file = (await loadedBatch).files.find(file => file.name === name)
      await storedBatch
      return file && unpackLocation(packLocations(file), size)
    } finally {
      if (this.runningLoads.get(scope) === storedBatch) this.runningLoads.delete(scope)
    }
  }
}

function peekLocation(cache: Cache<string>, scope: string, { name, size }: VariantRequest): LocatedObject | undefined {
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
  const [key, size, sha256] = packed[PACKED_LOCATION_INDEX[variantSize]]
  const [photoId, downloadName, , , , fileId] = packed
  return { photoId, key, size, sha256, mimeType: 'image/jpeg', downloadName, ...(fileId && { fileId }) }
}

/** Only the part of the SHA-256 that the ETag contains is cached. */
const toLocation = ({ key, size, sha256 }: VariantFiles['sm']): Location => [key, size, sha256.slice(0, 32)]
/** Scope of the locations of a gallery version. A version always shows the same files, so no event has to invalidate them. */
const toGalleryScope = ({ linkId, version }: Pick<OpenLink, 'linkId' | 'version'>): string => `${linkId} ${version}`
const addLinkFields = (
  { linkId, ownerId, watermark, expiresAt }: OpenLink,
  locatedObject: LocatedObject,
): SharedFile => ({
  ...locatedObject,
  linkId,
  ownerId,
  watermark,
  expiresAt,
})
const isVariant = (variantRequest: OwnFileRequest): variantRequest is VariantRequest =>
  variantRequest.size !== 'original' && variantRequest.size !== 'full'
