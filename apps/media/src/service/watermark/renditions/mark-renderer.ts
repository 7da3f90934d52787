import { createHash } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { LINK_CARD, errors, type http, type Rendition } from '@daymark/contracts'
import { metrics, SLOW_BUCKETS, runInSpan } from '@daymark/platform'
import { Storage, toBuffer } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { CardJob, MarkJob } from '../../../shared/messages.ts'
import { localOriginal, readDecoderFile } from '../../files/decoder-files.ts'
import { WorkFolders } from '../../files/work-folders.ts'
import { MediaLog } from '../../log.ts'
import { Pool } from '../../pool/pool.ts'

export type ToMark = {
  ownerId: string
  photoId: string
  /** The picture that gets the watermark. */
  source: { key: string; size: number }
  variant: MarkJob['variant']
  /** For the card of a link: the point around which the picture is cut. */
  card?: { x: number; y: number } | undefined
  photo: { width: number; height: number }
  logo: Rendition
  config: http.WatermarkConfig
  /** `visitor`: a request waits for the result. `warm-up`: rendered in the background. */
  turn: 'visitor' | 'warm-up'
}
export type Marked = Omit<Rendition, 'key'> & { body: Buffer }

const duration = metrics.histogram(
  'daymark.media.watermark.duration',
  'Time to put a watermark on a picture, by size and outcome',
  SLOW_BUCKETS,
)

/**
 * Puts logos on pictures in decoding processes. Rejects with WATERMARK_UNAVAILABLE if a file is to blame, with UNAVAILABLE if the machine
 * is.
 */
@Injectable()
export class MarkRenderer {
  /** The last logo is cached, because the pictures of a gallery are requested together and share a logo. */
  private lastLogo: { key: string; bytes: Buffer } | undefined
  constructor(
    private readonly storage: Storage,
    private readonly pool: Pool,
    private readonly folders: WorkFolders,
    private readonly log: MediaLog,
  ) {}

  async mark(wanted: ToMark): Promise<Marked> {
    const started = performance.now()
    const measure = (outcome: string) =>
      duration.record((performance.now() - started) / 1000, { size: nameOf(wanted), outcome })
    try {
      const marked = await runInSpan('media.watermark', { attributes: { 'daymark.size': nameOf(wanted) } }, () =>
        this.folders.using(folder => this.render(wanted, folder)),
      )
      measure('good')
      return marked
    } catch (error) {
      measure('failed')
      throw error
    }
  }

  private async render(wanted: ToMark, folder: string): Promise<Marked> {
    const { source, variant, photo, logo, card, config: placing, turn, ownerId } = wanted
    const at = { objectKey: source.key, extension: '', size: source.size }
    const { path, type } = await localOriginal(this.storage, at, folder, { isCopied: this.pool.isApart })
    if (!type) throw this.failed(wanted, 'no picture')
    const logoPath = join(folder, 'logo.png')
    await writeFile(logoPath, await this.logoBytes(logo.key))
    await chmod(logoPath, 0o644)
    const { width, height, sha256: id } = logo
    const mark = { placing, logo: { path: logoPath, width, height, id } }
    const job: CardJob | MarkJob = card
      ? { kind: 'card', path, folder, ...card, maxBytes: LINK_CARD.maxBytes, mark }
      : { kind: 'mark', path, type, folder, photo, ...mark, ...(variant && { variant }) }
    const outcome = await this.pool.run(job, undefined, { kind: turn, ownerId })
    if (outcome.kind !== 'made') {
      const isPermanent = outcome.kind === 'unreadable'
      throw this.failed(wanted, `${outcome.kind} ${'detail' in outcome ? outcome.detail : ''}`, isPermanent)
    }
    const body = await readDecoderFile(folder, card ? 'card' : 'marked')
    const sha256 = createHash('sha256').update(body).digest('hex')
    return { body, size: body.length, width: outcome.width, height: outcome.height, sha256, crc32: crc32(body) }
  }

  private async logoBytes(key: string): Promise<Buffer> {
    if (this.lastLogo?.key === key) return this.lastLogo.bytes
    const bytes = await toBuffer(await this.storage.get(key))
    this.lastLogo = { key, bytes }
    return bytes
  }

  private failed(wanted: ToMark, detail: string, isPermanent = true): Error {
    this.log.markFailed(wanted.photoId, nameOf(wanted), detail)
    return isPermanent ? errors.WATERMARK_UNAVAILABLE() : errors.UNAVAILABLE()
  }
}

const nameOf = ({ variant, card }: ToMark): string => (card ? 'card' : (variant?.name ?? 'full'))
