import { Logger } from '@daymark/platform'
import {
  type AppError,
  errors,
  keyEncryptedLike,
  plainAndEncryptedKey,
  type Rendition,
  WATERMARK_LIMITS,
} from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { describeFile, provideLocalOriginal, readDecoderFile } from '../../files/decoder-files.ts'
import { WorkFolders } from '../../files/work-folders.ts'
import type { DecoderOutcome } from '../../pool/decoder.ts'
import { DecoderPool } from '../../pool/pool.ts'
import { logoKey } from '../../files/object-keys.ts'

/**
 * Maximum long edge of logos in pixels. A watermark covers at most half the width of a photo; a studio logo is displayed on web pages only.
 */
const MAX_LOGO_EDGE = { logo: 3000, studio: 640 } as const
type LogoKind = keyof typeof MAX_LOGO_EDGE

/** Kind of the decoder jobs for logos. Kinds of jobs take turns, so a logo, for which a user is waiting, does not wait for all uploads. */
const LOGO_JOB_KIND = 'watermark'

type ConvertedLogo = { ownerId: string; logoKind: LogoKind; folder: string; source: string }

/** Converts uploaded watermark images and studio logos to PNG with transparency, in a decoding process, and stores them. */
@Injectable()
export class Logos {
  constructor(
    private readonly storage: Storage,
    private readonly pool: DecoderPool,
    private readonly folders: WorkFolders,
    private readonly log: Logger,
  ) {}

  /** Converts the uploaded file with the storage key `key`, and stores the logo. Throws an error for the client if the file is unusable. */
  convertAndStore(
    ownerId: string,
    { key, size }: { key: string; size: number },
    logoKind: LogoKind = 'logo',
  ): Promise<Rendition> {
    return this.folders.withFolder(async folder => {
      const options = { mustCopy: this.pool.isStoreHidden }
      const file = { objectKey: key, extension: '', size }
      const { path, type } = await provideLocalOriginal(this.storage, file, folder, options)
      if (!type || type === 'raw') throw errors.IMAGE_UNREADABLE()
      const job = {
        kind: 'logo',
        path,
        type,
        folder,
        maxPixels: WATERMARK_LIMITS.maxPixels,
        longEdge: MAX_LOGO_EDGE[logoKind],
      } as const
      return this.store(
        { ownerId, logoKind, folder, source: key },
        await this.pool.run(job, undefined, { kind: LOGO_JOB_KIND, ownerId }),
      )
    })
  }

  /**
   * Deletes a replaced logo. Call it after the transaction that replaces the logo; after a crash in between, the sweep deletes the logo.
   */
  async removeReplaced(previous: Rendition | null, current: Rendition | null): Promise<void> {
    if (!previous || previous.key === current?.key) return
    await this.storage.remove(plainAndEncryptedKey(previous.key).filter(key => key !== current?.key))
  }

  private async store(
    { ownerId, logoKind, folder, source }: ConvertedLogo,
    outcome: DecoderOutcome,
  ): Promise<Rendition> {
    if (outcome.kind !== 'made') throw this.toError(ownerId, outcome)
    const body = await readDecoderFile(folder, 'logo')
    const file = describeFile(body, outcome)
    const key = keyEncryptedLike(source, logoKey(ownerId, file.sha256, logoKind))
    await this.storage.put(key, body, { size: body.length })
    return { key, ...file }
  }

  private toError(ownerId: string, outcome: Exclude<DecoderOutcome, { kind: 'made' }>): AppError {
    if (outcome.kind === 'unreadable')
      return outcome.isTooLarge ? errors.IMAGE_TOO_LARGE({ limit: '40 megapixels' }) : errors.IMAGE_UNREADABLE()
    const isFileAtFault = outcome.kind === 'died' && ['crash', 'timeout', 'memory'].includes(outcome.cause)
    // the uploaded file is not stored, so this line is the only record of the failure
    const detail = outcome.kind === 'done' ? '' : outcome.detail
    this.log.warn({ event: 'media.logo-failed', ownerId, cause: outcome.kind, detail })
    return isFileAtFault ? errors.IMAGE_UNREADABLE() : errors.UNAVAILABLE()
  }
}
