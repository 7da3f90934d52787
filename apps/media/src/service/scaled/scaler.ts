import { availableParallelism } from 'node:os'
import { errors, type Rendition as File, type ScaledSize } from '@daymark/contracts'
import { Database, ConcurrencyLimiter } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { SCALED_EDGE } from '../../shared/sizes.ts'
import { MediaLog } from '../log.ts'
import { variantKey } from '../variants/object-keys.ts'
import { Renderer } from '../variants/renderer.ts'
import { Rendition, type Variants } from '../variants/rendition.entity.ts'
import { lockOf } from '../variants/renditions.ts'

/** Whoever uploads meanwhile keeps a decoder where there are several; each holds a connection to the database for its lock. */
const WIDTH = Math.min(3, Math.max(1, availableParallelism() - 1))
const WAITING = 2000

/** Sizes that are made when they are first wanted, once over all replicas, and kept like the others. */
@Injectable()
export class Scaler {
  private readonly gate = new ConcurrencyLimiter(WIDTH, WAITING)
  private readonly making = new Map<string, Promise<File>>()
  constructor(
    private readonly db: Database,
    private readonly renderer: Renderer,
    private readonly log: MediaLog,
  ) {}

  /** What is asked for while it is being made is made once. */
  make(photo: { photoId: string; ownerId: string }, size: ScaledSize): Promise<File> {
    const key = variantKey(photo.photoId, size)
    const started = this.making.get(key) ?? this.start(photo, size).finally(() => this.making.delete(key))
    this.making.set(key, started)
    return started
  }

  /** The lock is the photo's: it is neither made twice nor removed meanwhile. */
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

/** What is there already. Nothing is enlarged: a photo that is smaller is its large variant. */
export function madeOf(variants: Variants, size: ScaledSize): File | undefined {
  const { lg } = variants
  return variants[size] ?? (Math.max(lg.width, lg.height) <= SCALED_EDGE[size] ? lg : undefined)
}
