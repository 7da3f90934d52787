import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LINK_CARD, errors, type http, type Rendition } from '@daymark/contracts'
import { Logger, metrics, runInSpan, SLOW_BUCKETS } from '@daymark/platform'
import { Storage, toBuffer } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { CardJob, WatermarkJob } from '../../../shared/messages.ts'
import { describeFile, provideLocalOriginal, readDecoderFile } from '../../files/decoder-files.ts'
import { WorkFolders } from '../../files/work-folders.ts'
import { DecoderPool } from '../../pool/pool.ts'

export type WatermarkRequest = {
  ownerId: string
  photoId: string
  /** The stored file to which the watermark is added. */
  source: { key: string; size: number }
  variant: WatermarkJob['variant']
  /** Only for a link card: focal point of the displayed part, in percent. */
  card?: { x: number; y: number } | undefined
  photo: { width: number; height: number }
  logo: Rendition
  config: http.WatermarkConfig
  /** `visitor`: a request is waiting for the file. `warm-up`: the file is rendered in advance. */
  jobKind: 'visitor' | 'warm-up'
}
export type WatermarkedFile = Omit<Rendition, 'key'> & { body: Buffer }

const watermarkDuration = metrics.histogram(
  'daymark.media.watermark.duration',
  'Time to add the watermark to a picture, by size and outcome',
  SLOW_BUCKETS,
)

/**
 * Adds logos to pictures in decoding processes. Throws WATERMARK_UNAVAILABLE if a file is unusable, and UNAVAILABLE if a retry may succeed.
 */
@Injectable()
export class WatermarkRenderer {
  /** The logo that was used last. Pictures of a gallery have the same logo and are requested together. */
  private lastLogo: { key: string; bytes: Buffer } | undefined
  constructor(
    private readonly storage: Storage,
    private readonly pool: DecoderPool,
    private readonly folders: WorkFolders,
    private readonly log: Logger,
  ) {}

  async render(request: WatermarkRequest): Promise<WatermarkedFile> {
    const startMs = performance.now()
    const recordDuration = (outcome: string) =>
      watermarkDuration.record((performance.now() - startMs) / 1000, { size: sizeNameOf(request), outcome })
    try {
      const watermarked = await runInSpan(
        'media.watermark',
        { attributes: { 'daymark.size': sizeNameOf(request) } },
        () => this.folders.withFolder(folder => this.renderInFolder(request, folder)),
      )
      recordDuration('good')
      return watermarked
    } catch (error) {
      recordDuration('failed')
      throw error
    }
  }

  private async renderInFolder(request: WatermarkRequest, folder: string): Promise<WatermarkedFile> {
    const { source, variant, photo, logo, card, config: placing, jobKind, ownerId } = request
    const sourceFile = { objectKey: source.key, extension: '', size: source.size }
    const { path, type } = await provideLocalOriginal(this.storage, sourceFile, folder, {
      mustCopy: this.pool.isStoreHidden,
    })
    if (!type) throw this.toLoggedError(request, 'the source is not a picture')
    const logoPath = join(folder, 'logo.png')
    await writeFile(logoPath, await this.readLogo(logo.key))
    await chmod(logoPath, 0o644)
    const { width, height, sha256: id } = logo
    const mark = { placing, logo: { path: logoPath, width, height, id } }
    const job: CardJob | WatermarkJob = card
      ? { kind: 'card', path, folder, ...card, maxBytes: LINK_CARD.maxBytes, mark }
      : { kind: 'mark', path, type, folder, photo, ...mark, ...(variant && { variant }) }
    const outcome = await this.pool.run(job, undefined, { kind: jobKind, ownerId })
    if (outcome.kind !== 'made') {
      const isPermanent = outcome.kind === 'unreadable'
      throw this.toLoggedError(request, `${outcome.kind} ${'detail' in outcome ? outcome.detail : ''}`, isPermanent)
    }
    const body = await readDecoderFile(folder, card ? 'card' : 'marked')
    return { body, ...describeFile(body, outcome) }
  }

  private async readLogo(key: string): Promise<Buffer> {
    if (this.lastLogo?.key === key) return this.lastLogo.bytes
    const bytes = await toBuffer(await this.storage.get(key))
    this.lastLogo = { key, bytes }
    return bytes
  }

  private toLoggedError(request: WatermarkRequest, detail: string, isPermanent = true): Error {
    const { photoId } = request
    this.log.warn({ event: 'media.watermark-failed', photoId, size: sizeNameOf(request), detail })
    return isPermanent ? errors.WATERMARK_UNAVAILABLE() : errors.UNAVAILABLE()
  }
}

const sizeNameOf = ({ variant, card }: WatermarkRequest): string => (card ? 'card' : (variant?.name ?? 'full'))
