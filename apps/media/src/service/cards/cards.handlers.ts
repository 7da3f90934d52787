import { LINK_CARD, cards, errors, type Input, keyEncryptedLike } from '@daymark/contracts'
import { Database, Handles, RpcHandlers, TransientError } from '@daymark/platform'
import { ignoreMissing, Storage } from '@daymark/storage'
import { provideLocalOriginal, readDecoderFile } from '../files/decoder-files.ts'
import { WorkFolders } from '../files/work-folders.ts'
import { DecoderPool } from '../pool/pool.ts'
import { cardKey } from '../files/object-keys.ts'
import { Rendition } from '../variants/rendition.entity.ts'
import { WatermarkedPhotos } from '../watermark/renditions/watermarked-photos.ts'

type CardRequest = { objectKey: string; ownerId: string; x: number; y: number }

@RpcHandlers()
export class CardHandlers {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    private readonly pool: DecoderPool,
    private readonly folders: WorkFolders,
    private readonly watermarkedPhotos: WatermarkedPhotos,
  ) {}

  /**
   * Renders the social card of a link, unless it is already stored. Uses the large variant, which has no private metadata. The sweep
   * deletes a card together with the variants of its photo.
   */
  @Handles(cards.makeCard)
  async makeCard({ photoId, ownerId, x, y }: Input<typeof cards.makeCard>) {
    const photo = await this.db.em.findOneBy(Rendition, { photoId, ownerId, status: 'ready' })
    if (!photo?.variants) throw errors.PHOTO_NOT_FOUND()
    const focalPoint = { x: Math.round(x), y: Math.round(y) }
    const key = keyEncryptedLike(photo.variants.lg.key, cardKey(photoId, focalPoint))
    const size =
      (await this.storedSizeOf(key)) ??
      (await this.renderCard(key, { objectKey: photo.variants.lg.key, ownerId, ...focalPoint }))
    return { key, size }
  }

  private storedSizeOf(key: string): Promise<number | undefined> {
    return this.storage.stat(key).then(({ size }) => size, ignoreMissing)
  }

  private renderCard(key: string, { objectKey, ownerId, x, y }: CardRequest): Promise<number> {
    return this.folders.withFolder(async folder => {
      const mustCopy = this.pool.isStoreHidden
      const { path } = await provideLocalOriginal(this.storage, { objectKey, extension: 'jpg' }, folder, { mustCopy })
      const job = { kind: 'card' as const, path, folder, x, y, maxBytes: LINK_CARD.maxBytes }
      const outcome = await this.pool.run(job, undefined, { kind: 'card', ownerId })
      if (outcome.kind !== 'made') throw new TransientError('detail' in outcome ? outcome.detail : outcome.kind)
      return (await this.storage.put(key, await readDecoderFile(folder, 'card'))).size
    })
  }

  /** Renders the social card of a link with the watermark of the owner. Throws if the watermark cannot be added. */
  @Handles(cards.makeMarkedCard)
  async makeMarkedCard({ ownerId, photoId, x, y }: Input<typeof cards.makeMarkedCard>) {
    const focalPoint = { x: Math.round(x), y: Math.round(y) }
    const { key, size } = await this.watermarkedPhotos.locate({
      ownerId,
      photoId,
      size: `card-${focalPoint.x}-${focalPoint.y}`,
      card: focalPoint,
      orLatest: true,
    })
    return { key, size }
  }
}
