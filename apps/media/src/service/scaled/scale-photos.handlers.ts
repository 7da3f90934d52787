import { errors, type Rendition as StoredFile, type Input, media, type ScaledSize } from '@daymark/contracts'
import { ConcurrencyLimiter, Database, Handles, isFinishedWithin, Logger, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { availableParallelism } from 'node:os'
import { SCALED_LONG_EDGE } from '../../shared/sizes.ts'
import { variantKey } from '../files/object-keys.ts'
import { Renderer } from '../variants/renderer.ts'
import { Rendition, type RenditionFiles } from '../variants/rendition.entity.ts'
import { photoLockName } from '../variants/renditions.ts'

/**
 * Limit of concurrent renderings. On machines with several cores it leaves a decoder for uploads. Each rendering holds a database
 * connection for its lock.
 */
const MAX_RENDERINGS = Math.min(3, Math.max(1, availableParallelism() - 1))
const MAX_WAITING_RENDERINGS = 2000

/** Renders a download size of a photo when it is first requested, and stores it as a variant. Only one replica renders a file. */
@Injectable()
export class Scaler {
  private readonly limiter = new ConcurrencyLimiter(MAX_RENDERINGS, MAX_WAITING_RENDERINGS)
  private readonly running = new Map<string, Promise<StoredFile>>()
  constructor(
    private readonly db: Database,
    private readonly renderer: Renderer,
    private readonly log: Logger,
  ) {}

  /** Returns the file in this size. Concurrent requests for the same file share one rendering. */
  scale(photo: { photoId: string; ownerId: string }, size: ScaledSize): Promise<StoredFile> {
    const key = variantKey(photo.photoId, size)
    const rendering = this.running.get(key) ?? this.findOrRender(photo, size).finally(() => this.running.delete(key))
    this.running.set(key, rendering)
    return rendering
  }

  /** Finds or renders the file while the photo is locked, so that no other process renders the same file or removes the photo. */
  private findOrRender(
    { photoId, ownerId }: { photoId: string; ownerId: string },
    size: ScaledSize,
  ): Promise<StoredFile> {
    return this.limiter.run(ownerId, () =>
      this.db.whileLocked(photoLockName(photoId), async em => {
        const row = await em.findOneBy(Rendition, { photoId, ownerId, status: 'ready' })
        if (!row?.variants) throw errors.PHOTO_NOT_FOUND()
        return findScaled(row.variants, size) ?? this.render({ photoId, ownerId }, row.variants.lg, size)
      }),
    )
  }

  private async render(
    photo: { photoId: string; ownerId: string },
    lg: StoredFile,
    size: ScaledSize,
  ): Promise<StoredFile> {
    const { photoId } = photo
    const file = await this.renderer.scale(photo, lg, size)
    if ('kind' in file) {
      const detail = 'detail' in file ? file.detail : ''
      this.log.warn({ event: 'media.photo-not-scaled', photoId, cause: file.kind, detail })
      throw errors.UNAVAILABLE()
    }
    await this.db.commit(async tx => {
      tx.send(
        `UPDATE renditions SET variants = variants || jsonb_build_object($2::text, $3::jsonb) WHERE photo_id = $1`,
        [photoId, size, JSON.stringify(file)],
      )
    })
    return file
  }
}

export const isScaledSize = (size: string): size is ScaledSize => size in SCALED_LONG_EDGE

/**
 * Returns the stored file of this size, or undefined if it must be rendered. Photos are never enlarged, so the file of a small photo is the
 * large variant.
 */
function findScaled(variants: RenditionFiles, size: ScaledSize): StoredFile | undefined {
  const { lg } = variants
  return variants[size] ?? (Math.max(lg.width, lg.height) <= SCALED_LONG_EDGE[size] ? lg : undefined)
}

type ReadyPhoto = { photoId: string; variants: RenditionFiles }
type ScaledPhoto = { photoId: string; rendition: StoredFile }

/** Maximum duration of a call, well below the RPC timeout. */
const MAX_CALL_MS = 2000
/** Number of concurrent renderings of one call. The Scaler limits the renderings of all calls together. */
const CONCURRENT_RENDERINGS = 4

@RpcHandlers()
export class ScalePhotos {
  constructor(
    private readonly db: Database,
    private readonly scaler: Scaler,
  ) {}

  @Handles(media.scalePhotos)
  async scalePhotos({ ownerId, photoIds, size }: Input<typeof media.scalePhotos>) {
    const rows = await this.db.sql<ReadyPhoto>(
      `SELECT photo_id AS "photoId", variants FROM renditions
       WHERE photo_id = ANY($1::uuid[]) AND owner_id = $2 AND status = 'ready'`,
      [photoIds, ownerId],
    )
    if (rows.length !== new Set(photoIds).size) throw errors.PHOTO_NOT_FOUND()
    const ready: ScaledPhoto[] = []
    const missing: string[] = []
    for (const { photoId, variants } of rows) {
      const rendition = findScaled(variants, size)
      if (rendition) ready.push({ photoId, rendition })
      else missing.push(photoId)
    }
    const deadline = performance.now() + MAX_CALL_MS
    const renderMissing = async (): Promise<void> => {
      for (let photoId = missing.pop(); photoId; photoId = performance.now() < deadline ? missing.pop() : undefined)
        ready.push({ photoId, rendition: await this.scaler.scale({ photoId, ownerId }, size) })
    }
    const renderings = Promise.all(Array.from({ length: CONCURRENT_RENDERINGS }, renderMissing))
    // unfinished renderings continue, so the next call returns their files
    await isFinishedWithin(renderings, MAX_CALL_MS)
    return { ready: [...ready] }
  }
}
