import {
  anonymous,
  AppError,
  cards,
  downloadName as nameFor,
  errors,
  type Input,
  type Located,
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
/** What a response may send: a file that bears its watermark, or one that needs none. */
export type Sendable = Located & { patches?: Shared['patches']; watermark?: false }
type Card = Input<typeof cards.makeMarkedCard>
type CardFile = Output<typeof cards.makeMarkedCard>
type Rendition = Output<typeof media.locateWatermarked>

/** Calls at once, and how many more wait; owners take turns. */
const ASKING = { width: 8, waiting: 2000 }

/** rule 40: what is sent of a watermarked link, or nothing (404); never the file that sharing found. */
@Injectable()
export class Watermarked {
  private readonly gate = new ConcurrencyLimiter(ASKING.width, ASKING.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Who may see it is decided already. */
  async forVisitor(found: Shared, size: Size): Promise<Sendable> {
    if (!found.watermark) return { ...found, watermark: false }
    const { ownerId, key, size: bytes } = found
    const source = size === 'full' ? { key, size: bytes } : undefined
    const marked = this.locate({ ownerId, photoId: mediaIdOf(found), size, source, orLatest: true })
    return asLocated(await marked.catch(asUnavailable), found)
  }

  /** Without waiting, where it is known. */
  peek(found: Shared, size: Size): Sendable | undefined {
    if (!found.watermark) return { ...found, watermark: false }
    const key = keyOf({ ownerId: found.ownerId, photoId: mediaIdOf(found), size, orLatest: true })
    const known = this.caches.renditions.peek(key)
    return known && asLocated(known.rendition, found)
  }

  /** L-MEDIA-04: as visitors would see it. */
  async forOwner(found: Located, ownerId: string, size: Size): Promise<Sendable> {
    return asLocated(await this.locate({ ownerId, photoId: mediaIdOf(found), size }), found)
  }

  /** Of a link's card, whose link was asked already. */
  async card(wanted: Card): Promise<CardFile> {
    const { ownerId, photoId, x, y } = wanted
    const load = async () => ({ ...wanted, file: await this.rpc.call(cards.makeMarkedCard, wanted, anonymous) })
    const key = `${ownerId}/${photoId}/${x}/${y}`
    const found = this.caches.markedCardFiles.get(key, () => this.gate.run(ownerId, load))
    return (await found.catch(asUnavailable)).file
  }

  /** Of what a visitor would get now; rejects where the owner has no watermark. */
  async version(ownerId: string): Promise<string> {
    const load = async () => {
      const { version } = await this.rpc.call(media.listWatermarked, { ownerId, photoIds: [] }, anonymous)
      return { version, ownerId }
    }
    return (await this.caches.watermarkVersions.get(ownerId, () => this.gate.run(ownerId, load))).version
  }

  private async locate(wanted: Input<typeof media.locateWatermarked>): Promise<Rendition> {
    const { ownerId, photoId } = wanted
    const load = async () => ({
      ownerId,
      photoId,
      rendition: await this.rpc.call(media.locateWatermarked, wanted, anonymous),
    })
    return (await this.caches.renditions.get(keyOf(wanted), () => this.gate.run(ownerId, load))).rendition
  }
}

/** Media knows files; that of an upload has the id of its photo. What is rendered of one never stands for another. */
export const mediaIdOf = <I extends string | undefined>(of: {
  photoId: I
  fileId?: string | null | undefined
}): I | string => of.fileId ?? of.photoId

const keyOf = ({ ownerId, photoId, size, orLatest = false }: Omit<Wanted, 'source'>): string =>
  `${ownerId}/${photoId}/${size}/${orLatest}`

/** Nothing of what it was made of comes along but whose it is and what it is called. */
function asLocated({ key, size, sha256 }: Rendition, { photoId, downloadName }: Located): Sendable {
  const mimeType = 'image/jpeg'
  return { photoId, key, size, sha256, mimeType, downloadName: nameFor(downloadName, mimeType) }
}

const OWNERS_CONCERN = ['watermark_not_found', 'plan_required']
/** A visitor need not know why. */
export function asUnavailable(error: unknown): never {
  if (error instanceof AppError && OWNERS_CONCERN.includes(error.code)) throw errors.WATERMARK_UNAVAILABLE()
  throw error
}
