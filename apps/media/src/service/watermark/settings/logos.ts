import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type AppError, errors, keyEncryptedLike, type Rendition, WATERMARK } from '@daymark/contracts'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { localOriginal } from '../../files/local-original.ts'
import { readMade } from '../../files/read-made.ts'
import { WorkFolders } from '../../files/work-folders.ts'
import { MediaLog } from '../../log.ts'
import type { Outcome } from '../../pool/decoder.ts'
import { Pool } from '../../pool/pool.ts'
import { logoKey } from '../object-keys.ts'

/** What an image becomes: half the width of a picture of 6000 pixels, the most that a watermark may have of it; a logo on a page. */
const LONG_EDGE = { logo: 3000, studio: 640 } as const
export type LogoKind = keyof typeof LONG_EDGE

/** A person is waiting. */
const TURN = 'watermark'

type Kept = { ownerId: string; as: LogoKind; folder: string; source: string }

/** Images of watermarks and logos of studios: PNG with alpha, made in a decoding process of whatever came. */
@Injectable()
export class Logos {
  constructor(
    private readonly storage: Storage,
    private readonly pool: Pool,
    private readonly folders: WorkFolders,
    private readonly log: MediaLog,
  ) {}

  /** `key` is where the gateway put it. */
  fromFile(ownerId: string, { key, size }: { key: string; size: number }, as: LogoKind = 'logo'): Promise<Rendition> {
    return this.folders.using(async folder => {
      const isCopied = this.pool.isApart
      const { path, type } = await localOriginal(this.storage, { objectKey: key, extension: '', size }, folder, {
        isCopied,
      })
      if (!type || type === 'raw') throw errors.IMAGE_UNREADABLE()
      const job = { kind: 'logo', path, type, folder, maxPixels: WATERMARK.maxPixels, longEdge: LONG_EDGE[as] } as const
      return this.keep(
        { ownerId, as, folder, source: key },
        await this.pool.run(job, undefined, { kind: TURN, ownerId }),
      )
    })
  }

  /** After the commit that no longer names it. What a crash leaves is swept. */
  async forget(before: Rendition | null, after: Rendition | null): Promise<void> {
    if (before && before.key !== after?.key) await this.storage.remove([before.key])
  }

  private async keep({ ownerId, as, folder, source }: Kept, outcome: Outcome): Promise<Rendition> {
    if (outcome.kind !== 'made') throw this.refusal(ownerId, outcome)
    const body = await readMade(folder, 'logo')
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
