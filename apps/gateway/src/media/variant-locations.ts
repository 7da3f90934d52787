import {
  type Actor,
  anonymous,
  errors,
  library,
  type Located,
  type Output,
  sharing,
  VARIANT_SIZES,
  type VariantFiles,
  type VariantSize,
} from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Cache } from '../cache/cache.ts'
import { Caches } from '../cache/caches.ts'
import type { OpenLink, Proof } from './visitors/link-access.ts'

/** What an address of a picture says. */
export function variantSize(text: string): VariantSize {
  const size = VARIANT_SIZES.find(known => known === text)
  if (!size) throw errors.PHOTO_NOT_FOUND()
  return size
}
export function stemOfJpeg(file: string): string {
  const stem = /^([^/\\\0]{1,255})\.jpg$/.exec(file)?.[1]
  if (!stem) throw errors.PHOTO_NOT_FOUND()
  return stem
}

type Variant = { size: VariantSize; name: string }
export type OwnRequest = { size: VariantSize | 'original' | 'full'; name: string }
export type SharedFile = Output<typeof sharing.locatePublic>
type Place = [key: string, size: number, sha256: string]
type Packed = [photoId: string, downloadName: string, sm: Place, md: Place, lg: Place, fileId?: string]
/** The files of a gallery version, or of a library. */
type Batch = { cache: Cache<string>; scope: string; load: () => Promise<{ scope: string; files: VariantFiles[] }> }

/** Calls at once, and how many more wait; users and the networks of visitors take turns. */
const CALLS = { width: 6, waiting: 2000 }
const AT = { sm: 2, md: 3, lg: 4 } as const

/**
 * Second step of a picture: where is its file? A miss loads the variant together with its neighbours in the gallery, which the browser
 * requests next. They are cached as text, which takes a third of the memory of objects.
 */
@Injectable()
export class VariantLocations {
  private readonly gate = new Gate(CALLS.width, CALLS.waiting)
  private readonly batches = new Map<string, Promise<void>>()

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async ofOwner(actor: Actor, wanted: OwnRequest): Promise<Located> {
    const { userId } = actor
    const found = isVariant(wanted) && (await this.find(wanted, this.libraryOf(actor, wanted)))
    if (found) return found
    const load = async () => ({ ...(await this.rpc.call(library.locatePhoto, wanted, actor)), ownerId: userId })
    return this.caches.ownFiles.get(`${userId}/${wanted.size}/${wanted.name}`, () => this.gate.pass(userId, load))
  }

  /** `network`: the visitor's. Where the answer says `watermark`, the file is only what Watermarked renders from. */
  async inGallery(link: OpenLink, { token, grant, ...wanted }: Proof & Variant, network: string): Promise<SharedFile> {
    const { size, name } = wanted
    const list = async () => {
      const { version, files } = await this.rpc.call(sharing.listFiles, { token, grant, name }, anonymous)
      return { scope: scopeOf({ ...link, version }), files }
    }
    const load = () => this.gate.pass(network, list)
    const found = await this.find(wanted, { cache: this.caches.galleryVariants, scope: scopeOf(link), load })
    if (found) return allowedBy(link, found)
    // Not listed: sharing knows the former names of replaced files, and answers why there is none.
    const locate = () => this.rpc.call(sharing.locatePublic, { token, grant, size, name, download: false }, anonymous)
    const key = JSON.stringify([token, grant, size, name])
    return this.caches.sharedFiles.get(key, () => this.gate.pass(network, locate))
  }

  /** Without waiting, where it is cached. */
  peekOwn({ userId }: Actor, wanted: Variant): Located | undefined {
    return cached(this.caches.ownVariants, userId, wanted)
  }
  peekInGallery(link: OpenLink, wanted: Variant): SharedFile | undefined {
    const found = cached(this.caches.galleryVariants, scopeOf(link), wanted)
    return found && allowedBy(link, found)
  }

  private libraryOf(actor: Actor, { name }: Pick<Variant, 'name'>): Batch {
    const scope = actor.userId
    const list = async () => ({ scope, ...(await this.rpc.call(library.listFiles, { name }, actor)) })
    return { cache: this.caches.ownVariants, scope, load: () => this.gate.pass(scope, list) }
  }

  /** Undefined: there is none. A request for a neighbour of what is being loaded waits for that load first. */
  private async find(wanted: Variant, batch: Batch): Promise<Located | undefined> {
    const running = this.batches.get(batch.scope)
    if (running) await running
    return cached(batch.cache, batch.scope, wanted) ?? this.load(wanted, batch)
  }

  private async load({ name, size }: Variant, { cache, scope, load }: Batch): Promise<Located | undefined> {
    const store = cache.startLoad()
    const loading = load()
    const stored = loading.then(
      loaded => loaded.files.forEach(file => store(`${loaded.scope}/${file.name}`, pack(file))),
      // Requests that waited for this load make their own.
      () => undefined,
    )
    this.batches.set(scope, stored)
    try {
      const file = (await loading).files.find(one => one.name === name)
      await stored
      return file && unpack(pack(file), size)
    } finally {
      if (this.batches.get(scope) === stored) this.batches.delete(scope)
    }
  }
}

function cached(cache: Cache<string>, scope: string, { name, size }: Variant): Located | undefined {
  const text = cache.peek(`${scope}/${name}`)
  return text === undefined ? undefined : unpack(text, size)
}

function pack({ photoId, fileId, downloadName, sm, md, lg }: VariantFiles): string {
  const packed: Packed = [photoId, downloadName, placeOf(sm), placeOf(md), placeOf(lg)]
  if (fileId) packed.push(fileId)
  return JSON.stringify(packed)
}

function unpack(text: string, of: VariantSize): Located {
  const packed = JSON.parse(text) as Packed
  const [key, size, sha256] = packed[AT[of]]
  const [photoId, downloadName, , , , fileId] = packed
  return { photoId, key, size, sha256, mimeType: 'image/jpeg', downloadName, ...(fileId && { fileId }) }
}

/** An ETag needs no more of the digest. */
const placeOf = ({ key, size, sha256 }: VariantFiles['sm']): Place => [key, size, sha256.slice(0, 32)]
/** A gallery version always shows the same files, so no event has to invalidate them. */
const scopeOf = ({ linkId, version }: Pick<OpenLink, 'linkId' | 'version'>): string => `${linkId} ${version}`
const allowedBy = ({ linkId, ownerId, watermark, expiresAt }: OpenLink, found: Located): SharedFile => ({
  ...found,
  ...{ linkId, ownerId, watermark, expiresAt },
})
const isVariant = (wanted: OwnRequest): wanted is Variant => wanted.size !== 'original' && wanted.size !== 'full'
