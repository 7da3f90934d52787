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

type WatermarkRequest = Input<typeof media.locateWatermarked>
type RenditionSize = WatermarkRequest['size']
type SharedFile = Output<typeof sharing.locatePublic>
/** A file that may be sent: it has its watermark or needs none. */
export type SendableFile = LocatedObject & { patches?: SharedFile['patches']; watermark?: false }
type CardInput = Input<typeof cards.makeMarkedCard>
type CardFile = Output<typeof cards.makeMarkedCard>
type Rendition = Output<typeof media.locateWatermarked>

/** rule 40: for a link with a watermark the response is the watermarked file or 404, never the original that the sharing service found. */
@Injectable()
export class WatermarkedFileLocator {
  private readonly limiter = new ConcurrencyLimiter(8, 2000)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** The file to send to a visitor, whom the caller must have authorized. */
  async forVisitor(locatedFile: SharedFile, size: RenditionSize): Promise<SendableFile> {
    if (!locatedFile.watermark) return { ...locatedFile, watermark: false }
    const { ownerId, key, size: bytes } = locatedFile
    const source = size === 'full' ? { key, size: bytes } : undefined
    const rendition = this.locate({ ownerId, photoId: mediaIdOf(locatedFile), size, source, orLatest: true })
    return toSendableFile(await rendition.catch(hideOwnerErrors), locatedFile)
  }

  /** The cached location, without waiting; undefined if it is not cached. */
  peek(locatedFile: SharedFile, size: RenditionSize): SendableFile | undefined {
    if (!locatedFile.watermark) return { ...locatedFile, watermark: false }
    const key = renditionKeyOf({ ownerId: locatedFile.ownerId, photoId: mediaIdOf(locatedFile), size, orLatest: true })
    const cached = this.caches.renditions.peek(key)
    return cached && toSendableFile(cached.rendition, locatedFile)
  }

  /** L-MEDIA-04: the owner's photo with the watermark that visitors see. */
  async forOwner(locatedFile: LocatedObject, ownerId: string, size: RenditionSize): Promise<SendableFile> {
    return toSendableFile(await this.locate({ ownerId, photoId: mediaIdOf(locatedFile), size }), locatedFile)
  }

  /** Renders the picture of a link card. The caller must have authorized the link. */
  async renderCard(input: CardInput): Promise<CardFile> {
    const { ownerId, photoId, x, y } = input
    const load = async () => ({ ...input, file: await this.rpc.call(cards.makeMarkedCard, input, anonymous) })
    const key = `${ownerId}/${photoId}/${x}/${y}`
    const cardFile = this.caches.markedCardFiles.get(key, () => this.limiter.run(ownerId, load))
    return (await cardFile.catch(hideOwnerErrors)).file
  }

  /** Version of the owner's current watermark; rejects if there is none. */
  async getVersion(ownerId: string): Promise<string> {
    const load = async () => {
      const { version } = await this.rpc.call(media.listWatermarked, { ownerId, photoIds: [] }, anonymous)
      return { version, ownerId }
    }
    return (await this.caches.watermarkVersions.get(ownerId, () => this.limiter.run(ownerId, load))).version
  }

  private async locate(input: Input<typeof media.locateWatermarked>): Promise<Rendition> {
    const { ownerId, photoId } = input
    const load = async () => ({
      ownerId,
      photoId,
      rendition: await this.rpc.call(media.locateWatermarked, input, anonymous),
    })
    return (await this.caches.renditions.get(renditionKeyOf(input), () => this.limiter.run(ownerId, load))).rendition
  }
}

/** The id by which the media service identifies a file: for an uploaded file the id of the photo, for a replacement its own id. */
export const mediaIdOf = <I extends string | undefined>(file: {
  photoId: I
  fileId?: string | null | undefined
}): I | string => file.fileId ?? file.photoId

const renditionKeyOf = ({ ownerId, photoId, size, orLatest = false }: Omit<WatermarkRequest, 'source'>): string =>
  `${ownerId}/${photoId}/${size}/${orLatest}`

/** Takes only the id and name of the original, so that no file without a watermark can be sent. */
function toSendableFile({ key, size, sha256 }: Rendition, { photoId, downloadName }: LocatedObject): SendableFile {
  const mimeType = 'image/jpeg'
  return { photoId, key, size, sha256, mimeType, downloadName: nameFor(downloadName, mimeType) }
}

const OWNER_ERROR_CODES = ['watermark_not_found', 'plan_required']
/**
 * Replaces errors about the owner's watermark and plan, which visitors must not see, by WATERMARK_UNAVAILABLE. Rethrows all other errors.
 */
export function hideOwnerErrors(error: unknown): never {
  if (error instanceof AppError && OWNER_ERROR_CODES.includes(error.code)) throw errors.WATERMARK_UNAVAILABLE()
  throw error
}
