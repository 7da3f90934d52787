import { availableParallelism } from 'node:os'
import { errors, type Rendition as File, type ScaledSize } from '@daymark/contracts'
import { Database, ConcurrencyLimiter } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SCALED_EDGE } from '../../shared/sizes.ts'
import { MediaLog } from '../log.ts'
import { variantKey } from '../files/object-keys.ts'
import { Renderer } from '../variants/renderer.ts'
import { Rendition, type Variants } from '../variants/rendition.entity.ts'
import { lockOf } from '../variants/renditions.ts'

/**
 * The number of concurrent renderings. Leaves a decoder for uploads if there are several. Each rendering holds a database connection for
 * its lock.
 */
const CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1))
const WAITING = 2000

/** Renders download sizes when they are first requested, once over all replicas, and stores them like other variants. */
@Injectable()
export class Scaler {
  private readonly gate = new ConcurrencyLimiter(CONCURRENCY, WAITING)
  private readonly making = new Map<string, Promise<File>>()
  constructor(
    private readonly db: Database,
    private readonly renderer: Renderer,
    private readonly log: MediaLog,
  ) {}

  /** Concurrent requests for one size share a rendering. */
  make(photo: { photoId: string; ownerId: string }, size: ScaledSize): Promise<File> {
    const key = variantKey(photo.photoId, size)
    const started = this.making.get(key) ?? this.start(photo, size).finally(() => this.making.delete(key))
    this.making.set(key, started)
    return started
  }

  /** Holds the lock of the photo, so that it is neither rendered twice nor removed at the same time. */
  private start({ photoId, ownerId }: { photoId: string; ownerId: string }, size: ScaledSize): Promise<File> {
    return this.gate.run(ownerId, () =>
      this.db.whileLocked(lockOf(photoId), async em => {
        const row = await em.findOneBy(Rendition, { photoId, ownerId, status: 'ready' })
        if (!row?.variants) throw errors.PHOTO_NOT_FOUND()
        return madeOf(row.variants, size) ?? this.render({ photoId, ownerId }, row.variants.lg, size)
      }),
    )
  }

  private async render(photo: { photoId: string; ownerId: string }, lg: File, size: ScaledSize): Promise<File> {
    const { photoId } = photo
    const file = await this.renderer.scale(photo, lg, size)
    if ('kind' in file) {
      this.log.notScaled(photoId, file.kind, 'detail' in file ? file.detail : '')
      throw errors.UNAVAILABLE()
    }
    await this.db.commit(async tx => {
      void tx.sql(
        `UPDATE renditions SET variants = variants || jsonb_build_object($2::text, $3::jsonb) WHERE photo_id = $1`,
        [photoId, size, JSON.stringify(file)],
      )
    })
    return file
  }
}

export const isScaled = (size: string): size is ScaledSize => size in SCALED_EDGE

/** Returns the existing file of that size. Photos are never enlarged, so the large variant serves for smaller photos. */
export function madeOf(variants: Variants, size: ScaledSize): File | undefined {
  const { lg } = variants
  return variants[size] ?? (Math.max(lg.width, lg.height) <= SCALED_EDGE[size] ? lg : undefined)
}
