import { LINK_CARD, cards, errors, type Input, keyEncryptedLike } from '@daymark/contracts'
import { Database, Handles, RpcHandlers, TransientError, type Tx } from '@daymark/platform'
import { ignoreMissing, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { provideLocalOriginal, readDecoderFile } from '../files/decoder-files.ts'
import { WorkFolders } from '../files/work-folders.ts'
import { DecoderPool } from '../pool/pool.ts'
import { cardKey } from '../files/object-keys.ts'
import { Rendition } from '../variants/rendition.entity.ts'
import { photoLockName } from '../variants/renditions.ts'
import { WatermarkedPhotos } from '../watermark/renditions/watermarked-photos.ts'

type CardRequest = { photoId: string; objectKey: string; ownerId: string; x: number; y: number }

/** The table of link cards without a watermark. A photo has one card for each focal point. */
@Injectable()
export class CardFiles {
  constructor(private readonly db: Database) {}

  /** Records a stored card. Returns false if the photo was removed in the meantime; the caller must then delete the file. */
  save(photoId: string, key: string): Promise<boolean> {
    return this.db.commit(async tx => {
      // the photo may be removed at the same time
      tx.lock(photoLockName(photoId))
      const savedRows = await tx.sql(
        `INSERT INTO cards (key, photo_id) SELECT $1, photo_id FROM renditions WHERE photo_id = $2 AND status = 'ready'
         ON CONFLICT (key) DO UPDATE SET photo_id = $2 RETURNING key`,
        [key, photoId],
      )
      return savedRows.length > 0
    })
  }

  async findKeysOfPhoto(photoId: string): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>('SELECT key FROM cards WHERE photo_id = $1', [photoId])
    return rows.map(({ key }) => key)
  }

  /** Deletes the rows of a purged photo, whose cards are already deleted. */
  deleteRowsOfPhoto(tx: Tx, photoId: string): void {
    tx.send('DELETE FROM cards WHERE photo_id = $1', [photoId])
  }
}

@RpcHandlers()
export class CardHandlers {
  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    private readonly pool: DecoderPool,
    private readonly folders: WorkFolders,
    private readonly watermarkedPhotos: WatermarkedPhotos,
    private readonly cardFiles: CardFiles,
  ) {}

  /**
   * Renders a link card, unless it is already stored. Uses the large variant, which has no private metadata. The card is
   * deleted with its photo.
   */
  @Handles(cards.makeCard)
  async makeCard({ photoId, ownerId, x, y }: Input<typeof cards.makeCard>) {
    const photo = await this.db.em.findOneBy(Rendition, { photoId, ownerId, status: 'ready' })
    if (!photo?.variants) throw errors.PHOTO_NOT_FOUND()
    const focalPoint = { x: Math.round(x), y: Math.round(y) }
    const key = keyEncryptedLike(photo.variants.lg.key, cardKey(photoId, focalPoint))
    const size =
      (await this.storedSizeOf(key)) ??
      (await this.renderCard(key, { photoId, objectKey: photo.variants.lg.key, ownerId, ...focalPoint }))
    return { key, size }
  }

  private storedSizeOf(key: string): Promise<number | undefined> {
    return this.storage.stat(key).then(({ size }) => size, ignoreMissing)
  }

  private renderCard(key: string, { photoId, objectKey, ownerId, x, y }: CardRequest): Promise<number> {
    return this.folders.withFolder(async folder => {
      const mustCopy = this.pool.isStoreHidden
      const { path } = await provideLocalOriginal(this.storage, { objectKey, extension: 'jpg' }, folder, { mustCopy })
      const job = { kind: 'card' as const, path, folder, x, y, maxBytes: LINK_CARD.maxBytes }
      const outcome = await this.pool.run(job, undefined, { kind: 'card', ownerId })
      if (outcome.kind !== 'made') throw new TransientError('detail' in outcome ? outcome.detail : outcome.kind)
      const { size } = await this.storage.put(key, await readDecoderFile(folder, 'card'))
      if (await this.cardFiles.save(photoId, key)) return size
      await this.storage.remove([key])
      throw errors.PHOTO_NOT_FOUND()
    })
  }

  /** Renders a link card with the watermark of the owner. Throws if the watermark cannot be added. */
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
