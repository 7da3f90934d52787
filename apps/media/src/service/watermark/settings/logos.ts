import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type AppError, errors, keyEncryptedLike, type Rendition, WATERMARK_LIMITS } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { localOriginal, readDecoderFile } from '../../files/decoder-files.ts'
import { WorkFolders } from '../../files/work-folders.ts'
import { MediaLog } from '../../log.ts'
import type { Outcome } from '../../pool/decoder.ts'
import { Pool } from '../../pool/pool.ts'
import { logoKey } from '../../files/object-keys.ts'

/** A watermark is at most half as wide as a picture of 6000 pixels; a studio logo appears on web pages only. */
const LONG_EDGE = { logo: 3000, studio: 640 } as const
export type LogoKind = keyof typeof LONG_EDGE

/** The kind of decoder jobs for which a user waits. */
const KIND = 'watermark'

type Converted = { ownerId: string; as: LogoKind; folder: string; source: string }

/** Converts uploaded watermark images and studio logos to PNG with alpha, in a decoding process. */
@Injectable()
export class Logos {
  constructor(
    private readonly storage: Storage,
    private readonly pool: Pool,
    private readonly folders: WorkFolders,
    private readonly log: MediaLog,
  ) {}

  /** `key`: the upload that the gateway has stored. */
  fromFile(ownerId: string, { key, size }: { key: string; size: number }, as: LogoKind = 'logo'): Promise<Rendition> {
    return this.folders.using(async folder => {
      const isCopied = this.pool.isApart
      const { path, type } = await localOriginal(this.storage, { objectKey: key, extension: '', size }, folder, {
        isCopied,
      })
      if (!type || type === 'raw') throw errors.IMAGE_UNREADABLE()
      const job = {
        kind: 'logo',
        path,
        type,
        folder,
        maxPixels: WATERMARK_LIMITS.maxPixels,
        longEdge: LONG_EDGE[as],
      } as const
      return this.store(
        { ownerId, as, folder, source: key },
        await this.pool.run(job, undefined, { kind: KIND, ownerId }),
      )
    })
  }

  /** Removes the replaced logo. Call it after the commit that replaces the logo. Files that a crash leaves are swept. */
  async forget(before: Rendition | null, after: Rendition | null): Promise<void> {
    if (before && before.key !== after?.key) await this.storage.remove([before.key])
  }

  private async store({ ownerId, as, folder, source }: Converted, outcome: Outcome): Promise<Rendition> {
    if (outcome.kind !== 'made') throw this.refusal(ownerId, outcome)
    const body = await readDecoderFile(folder, 'logo')
    const sha256 = createHash('sha256').update(body).digest('hex')
    const key = keyEncryptedLike(source, logoKey(ownerId, sha256, as))
    await this.storage.put(key, body, { size: body.length })
    return { key, size: body.length, width: outcome.width, height: outcome.height, sha256, crc32: crc32(body) }
  }

  private refusal(ownerId: string, outcome: Exclude<Outcome, { kind: 'made' }>): AppError {
    if (outcome.kind === 'unreadable')
      return outcome.isTooLarge ? errors.IMAGE_TOO_LARGE({ limit: '40 megapixels' }) : errors.IMAGE_UNREADABLE()
    const isTheFiles = outcome.kind === 'died' && ['crash', 'timeout', 'memory'].includes(outcome.cause)
    this.log.logoFailed(ownerId, outcome.kind, outcome.kind === 'done' ? '' : outcome.detail)
    return isTheFiles ? errors.IMAGE_UNREADABLE() : errors.UNAVAILABLE()
  }
}
