import {
  AppError,
  errors,
  keyEncryptedLike,
  plainKey,
  type Rendition,
  requirePlan,
  VARIANT_SIZES,
  type VariantSize,
} from '@daymark/contracts'
import { Plans } from '@daymark/platform'
import { ConcurrencyLimiter } from '@daymark/platform/concurrency-limiter'
import { ObjectDamaged, ObjectMissing, Storage } from '@daymark/storage'
import { MediaLog } from '../../log.ts'
import { isScaled, Scaler } from '../../scaled/scaler.ts'
import { markedKey, variantKeys } from '../../files/object-keys.ts'
import { type ToMark, MarkRenderer } from './mark-renderer.ts'
import { type MarkedPhoto, MarkedRows, type MarkedSize, type MarkState } from './marked-rows.ts'

export type Wanted = {
  ownerId: string
  photoId: string
  size: MarkedSize
  /** For `full`: the file that is downloaded without a watermark. */
  source?: { key: string; size: number } | undefined
  /** For a card: its center. */
  card?: ToMark['card']
  turn?: ToMark['turn']
  /** Returns the latest rendition of any version if none can be rendered. */
  orLatest?: boolean | undefined
}
export type Found = Rendition & { version: string }
export type WatermarkedParts = {
  rows: MarkedRows
  renderer: MarkRenderer
  scaler: Scaler
  storage: Storage
  plans: Plans
  log: MediaLog
}

const WAITING = 5000

/**
 * Provides photos with their owner's watermark and renders them when they are first requested (rule 40). The result is always watermarked.
 * Without the plan or the image, the latest renditions stay in use and none is added.
 */
export class Watermarked {
  private readonly running = new Map<string, Promise<Found>>()
  private readonly gate: ConcurrencyLimiter

  /** `width`: concurrent renderings; each holds a database connection for its lock. */
  constructor(
    private readonly parts: WatermarkedParts,
    width: number,
  ) {
    this.gate = new ConcurrencyLimiter(width, WAITING)
  }

  async locate(wanted: Wanted): Promise<Found> {
    const state = await this.parts.rows.state(wanted.ownerId, wanted.photoId, wanted.size)
    if (!state?.version) throw errors.WATERMARK_NOT_FOUND()
    const { version } = state
    if (state.rendition) return { ...state.rendition, version }
    const obstacle = await this.obstacle(wanted.ownerId, state.image !== null)
    if (obstacle) return this.latest(wanted, obstacle)
    return this.once({ ...wanted, version }, state).catch(error => this.again(error, wanted, version))
  }

  /**
   * Returns the rendition of each photo in the requested order; null if it must still be rendered. If nothing can be rendered, returns the
   * latest renditions of all photos, or throws if one has none.
   */
  async list(
    ownerId: string,
    photoIds: string[],
    size: MarkedSize,
  ): Promise<{ version: string; files: (Rendition | null)[] }> {
    const { version, hasImage, files } = await this.parts.rows.list(ownerId, photoIds, size)
    if (version === null) throw errors.WATERMARK_NOT_FOUND()
    const obstacle = files.includes(null) ? await this.obstacle(ownerId, hasImage) : undefined
    if (!obstacle) return { version, files }
    const latest = await this.parts.rows.latest(ownerId, photoIds, size)
    if (photoIds.some(photoId => !latest.has(photoId))) throw obstacle
    return { version, files: photoIds.map((photoId, i) => files[i] ?? latest.get(photoId)?.rendition ?? null) }
  }

  /** Returns the error that prevents rendering until the owner changes something. */
  private async obstacle(ownerId: string, hasImage: boolean): Promise<AppError | undefined> {
    if (!hasImage) return errors.WATERMARK_UNAVAILABLE()
    const plan = await this.parts.plans.of(ownerId)
    try {
      requirePlan(plan, 'canUseWatermarks', 'Watermarking')
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  private async latest({ ownerId, photoId, size, orLatest }: Wanted, obstacle: AppError): Promise<Found> {
    if (!orLatest) throw obstacle
    const found = (await this.parts.rows.latest(ownerId, [photoId], size)).get(photoId)
    if (!found) throw obstacle
    return { ...found.rendition, version: found.version }
  }

  /** Retries if the logo is missing because the settings have changed or the watermark was removed. */
  private async again(error: unknown, wanted: Wanted, version: string): Promise<Found> {
    if (error instanceof AppError) throw error
    const { rows, log } = this.parts
    if (error instanceof ObjectMissing) {
      const state = await rows.state(wanted.ownerId, wanted.photoId, wanted.size)
      if (state?.version !== version || !state.image) return this.locate(wanted)
    }
    log.markFailed(wanted.photoId, wanted.size, error instanceof Error ? error.message : String(error))
    throw isFileAtFault(error) ? errors.WATERMARK_UNAVAILABLE() : errors.UNAVAILABLE()
  }

  private once(wanted: Wanted & { version: string }, state: MarkState): Promise<Found> {
    const key = markedKey(wanted)
    const running = this.running.get(key)
    if (running) return running
    const started = this.gate
      .run(wanted.ownerId, () => this.parts.rows.exclusive(wanted, () => this.foundOrMade(wanted, state)))
      .finally(() => this.running.delete(key))
    this.running.set(key, started)
    return started
  }

  private async foundOrMade(wanted: Wanted & { version: string }, state: MarkState): Promise<Found> {
    const { rows, renderer, storage } = this.parts
    const { ownerId, photoId, size, version, turn = 'visitor' } = wanted
    const found = await rows.find(wanted)
    if (found) return { ...found, version }
    const photo = await rows.photo(ownerId, photoId)
    if (!photo) throw errors.PHOTO_NOT_FOUND()
    const { image: logo, config } = state
    if (!logo) throw errors.WATERMARK_UNAVAILABLE()
    const { body, ...made } = await renderer.mark({
      ownerId,
      photoId,
      photo,
      logo,
      config,
      turn,
      ...(await this.from(photo, wanted)),
    })
    const key = keyEncryptedLike(photo.variants.lg.key, markedKey({ photoId, size, version }))
    const rendition = { key, ...made }
    await storage.put(rendition.key, body, { size: body.length })
    if (await rows.save({ photoId, size, version }, ownerId, rendition)) return { ...rendition, version }
    await storage.remove([rendition.key])
    throw errors.PHOTO_NOT_FOUND()
  }

  /** Returns the source: a stored variant, or the download file, which must belong to this photo. */
  private async from(photo: MarkedPhoto, wanted: Wanted): Promise<Pick<ToMark, 'source' | 'variant' | 'card'>> {
    const { photoId, size, source, card } = wanted
    if (card) return { source: photo.variants.lg, variant: undefined, card }
    if (isScaled(size) || isVariant(size)) {
      const stored = isScaled(size) ? await this.parts.scaler.make(wanted, size) : photo.variants[size]
      const { width, height, ...variant } = stored
      return { source: variant, variant: { name: size, width, height } }
    }
    if (!source) return { source: photo.variants.lg, variant: undefined }
    // the caller may not know yet that the file is encrypted
    if (plainKey(source.key) === plainKey(photo.objectKey))
      return { source: { ...source, key: photo.objectKey }, variant: undefined }
    if (!variantKeys(photoId).includes(source.key)) throw errors.PHOTO_NOT_FOUND()
    return { source, variant: undefined }
  }
}

const isFileAtFault = (error: unknown): boolean => error instanceof ObjectMissing || error instanceof ObjectDamaged
const isVariant = (size: MarkedSize): size is VariantSize => (VARIANT_SIZES as readonly string[]).includes(size)
