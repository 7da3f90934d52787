import {
  anonymous,
  AppError,
  cards,
  downloadName as nameFor,
  errors,
  type Input,
  type LocatedObject,
  media,
  type Output,
  type sharing,
} from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'

type Wanted = Input<typeof media.locateWatermarked>
type Size = Wanted['size']
type Shared = Output<typeof sharing.locatePublic>
/** A file that may be sent: it has its watermark or needs none. */
export type Sendable = LocatedObject & { patches?: Shared['patches']; watermark?: false }
type Card = Input<typeof cards.makeMarkedCard>
type CardFile = Output<typeof cards.makeMarkedCard>
type Rendition = Output<typeof media.locateWatermarked>

/** `width`: concurrent calls to the media service; `waiting`: calls that may queue. Owners take turns. */
const CALL_LIMITS = { width: 8, waiting: 2000 }

/** rule 40: for a link with a watermark the response is the watermarked file or 404, never the original that the sharing service found. */
@Injectable()
export class WatermarkedFiles {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.width, CALL_LIMITS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** The caller must have authorized the visitor. */
  async forVisitor(found: Shared, size: Size): Promise<Sendable> {
    if (!found.watermark) return { ...found, watermark: false }
    const { ownerId, key, size: bytes } = found
    const source = size === 'full' ? { key, size: bytes } : undefined
    const marked = this.locate({ ownerId, photoId: mediaIdOf(found), size, source, orLatest: true })
    return asLocated(await marked.catch(asUnavailable), found)
  }

  /** The cached location, without waiting; undefined if it is not cached. */
  peek(found: Shared, size: Size): Sendable | undefined {
    if (!found.watermark) return { ...found, watermark: false }
    const key = keyOf({ ownerId: found.ownerId, photoId: mediaIdOf(found), size, orLatest: true })
    const cached = this.caches.renditions.peek(key)
    return cached && asLocated(cached.rendition, found)
  }

  /** L-MEDIA-04: the owner's photo with the watermark that visitors see. */
  async forOwner(found: LocatedObject, ownerId: string, size: Size): Promise<Sendable> {
    return asLocated(await this.locate({ ownerId, photoId: mediaIdOf(found), size }), found)
  }

  /** The picture of a link card. The caller must have authorized the link. */
  async card(wanted: Card): Promise<CardFile> {
    const { ownerId, photoId, x, y } = wanted
    const load = async () => ({ ...wanted, file: await this.rpc.call(cards.makeMarkedCard, wanted, anonymous) })
    const key = `${ownerId}/${photoId}/${x}/${y}`
    const found = this.caches.markedCardFiles.get(key, () => this.limiter.run(ownerId, load))
    return (await found.catch(asUnavailable)).file
  }

  /** Version of the owner's current watermark; rejects if there is none. */
  async version(ownerId: string): Promise<string> {
    const load = async () => {
      const { version } = await this.rpc.call(media.listWatermarked, { ownerId, photoIds: [] }, anonymous)
      return { version, ownerId }
    }
    return (await this.caches.watermarkVersions.get(ownerId, () => this.limiter.run(ownerId, load))).version
  }

  private async locate(wanted: Input<typeof media.locateWatermarked>): Promise<Rendition> {
    const { ownerId, photoId } = wanted
    const load = async () => ({
      ownerId,
      photoId,
      rendition: await this.rpc.call(media.locateWatermarked, wanted, anonymous),
    })
    return (await this.caches.renditions.get(keyOf(wanted), () => this.limiter.run(ownerId, load))).rendition
  }
}

/** The id by which the media service identifies a file: the id of the photo for an uploaded file, an id of its own for a replacement. */
export const mediaIdOf = <I extends string | undefined>(of: {
  photoId: I
  fileId?: string | null | undefined
}): I | string => of.fileId ?? of.photoId

const keyOf = ({ ownerId, photoId, size, orLatest = false }: Omit<Wanted, 'source'>): string =>
  `${ownerId}/${photoId}/${size}/${orLatest}`

/** Takes only the id and name of the original, so that no file without a watermark can be sent. */
function asLocated({ key, size, sha256 }: Rendition, { photoId, downloadName }: LocatedObject): Sendable {
  const mimeType = 'image/jpeg'
  return { photoId, key, size, sha256, mimeType, downloadName: nameFor(downloadName, mimeType) }
}

const OWNER_ERRORS = ['watermark_not_found', 'plan_required']
/** Replaces errors about the owner's watermark and plan, which visitors must not see. */
export function asUnavailable(error: unknown): never {
  if (error instanceof AppError && OWNER_ERRORS.includes(error.code)) throw errors.WATERMARK_UNAVAILABLE()
  throw error
}
