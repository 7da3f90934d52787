import {
  AppError,
  errors,
  keyEncryptedLike,
  plainKey,
  type Rendition,
  requireFeature,
  VARIANT_SIZES,
  type VariantSize,
} from '@daymark/contracts'
import { Logger, PlatformConfig, Plans } from '@daymark/platform'
import { ConcurrencyLimiter } from '@daymark/platform/concurrency-limiter'
import { ObjectDamaged, ObjectMissing, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { availableParallelism } from 'node:os'
import { MediaConfig } from '../../../config.ts'
import { isScaledSize, Scaler } from '../../scaled/scale-photos.handlers.ts'
import { watermarkedKey, variantKeys } from '../../files/object-keys.ts'
import { type WatermarkRequest, WatermarkRenderer } from './watermark-renderer.ts'
import { type ReadyPhoto, WatermarkedFiles, type WatermarkedSize, type WatermarkState } from './watermarked-files.ts'

type WatermarkedPhotoRequest = {
  ownerId: string
  photoId: string
  size: WatermarkedSize
  /** Only for `full`: the file that a download without a watermark would return. */
  source?: { key: string; size: number } | undefined
  /** Only for a link card: its focal point in percent. */
  card?: WatermarkRequest['card']
  jobKind?: WatermarkRequest['jobKind']
  /** True: return the latest file of any version if the current version cannot be rendered. */
  orLatest?: boolean | undefined
}
type VersionedRendition = Rendition & { version: string }

const MAX_WAITING_RENDERINGS = 5000

/**
 * Provides photos with the watermark of their owner (rule 40). Renders a file when it is first requested; never returns a file without the
 * watermark. If the plan or the logo is missing, rendered files remain available, but no new ones are rendered.
 */
@Injectable()
export class WatermarkedPhotos {
  private readonly runningRenderings = new Map<string, Promise<VersionedRendition>>()
  private readonly limiter: ConcurrencyLimiter

  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly files: WatermarkedFiles,
    private readonly renderer: WatermarkRenderer,
    private readonly scaler: Scaler,
    private readonly storage: Storage,
    private readonly plans: Plans,
    private readonly log: Logger,
    { processes = availableParallelism() }: MediaConfig,
    { databasePool }: PlatformConfig,
  ) {
    // each rendering holds a database connection for its lock; a third of the connections leaves enough for uploads and queries
    const maxRenderings = Math.max(1, Math.min(processes, Math.floor(databasePool / 3)))
    this.limiter = new ConcurrencyLimiter(maxRenderings, MAX_WAITING_RENDERINGS)
  }

  /** Returns the stored watermarked file. Renders it first if necessary. */
  async locate(request: WatermarkedPhotoRequest): Promise<VersionedRendition> {
    const state = await this.files.findState(request.ownerId, request.photoId, request.size)
    if (!state?.version) throw errors.WATERMARK_NOT_FOUND()
    const { version } = state
    if (state.rendition) return { ...state.rendition, version }
    const blockingError = await this.findBlockingError(request.ownerId, state.image !== null)
    if (blockingError) return this.findLatest(request, blockingError)
    return this.renderOnce({ ...request, version }, state).catch(error => this.retryIfChanged(error, request, version))
  }

  /**
   * Returns the file of each photo in the order of `photoIds`, or null for a photo whose file must still be rendered. If rendering is not
   * possible, returns the latest files of any version, and throws if a photo has none.
   */
  async list(
    ownerId: string,
    photoIds: string[],
    size: WatermarkedSize,
  ): Promise<{ version: string; files: (Rendition | null)[] }> {
    const { version, hasImage, files } = await this.files.list(ownerId, photoIds, size)
    if (version === null) throw errors.WATERMARK_NOT_FOUND()
    const blockingError = files.includes(null) ? await this.findBlockingError(ownerId, hasImage) : undefined
    if (!blockingError) return { version, files }
    const latest = await this.files.findLatest(ownerId, photoIds, size)
    if (photoIds.some(photoId => !latest.has(photoId))) throw blockingError
    return { version, files: photoIds.map((photoId, i) => files[i] ?? latest.get(photoId)?.rendition ?? null) }
  }

  /** Returns the error that prevents rendering: the owner has no logo, or no plan with watermarks. Undefined if rendering is possible. */
  private async findBlockingError(ownerId: string, hasImage: boolean): Promise<AppError | undefined> {
    if (!hasImage) return errors.WATERMARK_UNAVAILABLE()
    const plan = await this.plans.entitlementOf(ownerId)
    try {
      requireFeature(plan, 'watermarks', 'Watermarking')
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  private async findLatest(
    { ownerId, photoId, size, orLatest }: WatermarkedPhotoRequest,
    blockingError: AppError,
  ): Promise<VersionedRendition> {
    if (!orLatest) throw blockingError
    const latest = (await this.files.findLatest(ownerId, [photoId], size)).get(photoId)
    if (!latest) throw blockingError
    return { ...latest.rendition, version: latest.version }
  }

  /**
   * Retries if the watermark was changed or removed during rendering, so that the logo no longer exists. Otherwise throws an error for the
   * client.
   */
  private async retryIfChanged(
    error: unknown,
    request: WatermarkedPhotoRequest,
    version: string,
  ): Promise<VersionedRendition> {
    if (error instanceof AppError) throw error
    if (error instanceof ObjectMissing) {
      const state = await this.files.findState(request.ownerId, request.photoId, request.size)
      if (state?.version !== version || !state.image) return this.locate(request)
    }
    const { photoId, size } = request
    const detail = error instanceof Error ? error.message : String(error)
    this.log.warn({ event: 'media.watermark-failed', photoId, size, detail })
    throw isFileAtFault(error) ? errors.WATERMARK_UNAVAILABLE() : errors.UNAVAILABLE()
  }

  private renderOnce(
    request: WatermarkedPhotoRequest & { version: string },
    state: WatermarkState,
  ): Promise<VersionedRendition> {
    const key = watermarkedKey(request)
    const running = this.runningRenderings.get(key)
    if (running) return running
    const rendering = this.limiter
      .run(request.ownerId, () => this.files.runExclusively(request, () => this.findOrRender(request, state)))
      .finally(() => this.runningRenderings.delete(key))
    this.runningRenderings.set(key, rendering)
    return rendering
  }

  private async findOrRender(
    request: WatermarkedPhotoRequest & { version: string },
    state: WatermarkState,
  ): Promise<VersionedRendition> {
    const { ownerId, photoId, size, version, jobKind = 'visitor' } = request
    const existing = await this.files.find(request)
    if (existing) return { ...existing, version }
    const photo = await this.files.findReadyPhoto(ownerId, photoId)
    if (!photo) throw errors.PHOTO_NOT_FOUND()
    const { image: logo, config } = state
    if (!logo) throw errors.WATERMARK_UNAVAILABLE()
    const { body, ...fileProperties } = await this.renderer.render({
      ownerId,
      photoId,
      photo,
      logo,
      config,
      jobKind,
      ...(await this.chooseSource(photo, request)),
    })
    const key = keyEncryptedLike(photo.variants.lg.key, watermarkedKey({ photoId, size, version }))
    const rendition = { key, ...fileProperties }
    await this.storage.put(rendition.key, body, { size: body.length })
    if (await this.files.save({ photoId, size, version }, ownerId, rendition)) return { ...rendition, version }
    await this.storage.remove([rendition.key])
    throw errors.PHOTO_NOT_FOUND()
  }

  /** Returns the file to which the watermark is added: a stored variant, or the file in the request, which must belong to the photo. */
  private async chooseSource(
    photo: ReadyPhoto,
    request: WatermarkedPhotoRequest,
  ): Promise<Pick<WatermarkRequest, 'source' | 'variant' | 'card'>> {
    const { photoId, size, source, card } = request
    if (card) return { source: photo.variants.lg, variant: undefined, card }
    if (isScaledSize(size) || isVariant(size)) {
      const stored = isScaledSize(size) ? await this.scaler.scale(request, size) : photo.variants[size]
      const { width, height, ...variant } = stored
      return { source: variant, variant: { name: size, width, height } }
    }
    if (!source) return { source: photo.variants.lg, variant: undefined }
    // the caller may still have the key that the file had before it was encrypted
    if (plainKey(source.key) === plainKey(photo.objectKey))
      return { source: { ...source, key: photo.objectKey }, variant: undefined }
    if (!variantKeys(photoId).includes(source.key)) throw errors.PHOTO_NOT_FOUND()
    return { source, variant: undefined }
  }
}

const isFileAtFault = (error: unknown): boolean => error instanceof ObjectMissing || error instanceof ObjectDamaged
const isVariant = (size: WatermarkedSize): size is VariantSize => (VARIANT_SIZES as readonly string[]).includes(size)
