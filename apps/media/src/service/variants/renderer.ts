import {
  type ImageType,
  keyEncryptedLike,
  type Rendition,
  type Renditions,
  type ScaledSize,
  type VisitorFile,
} from '@daymark/contracts'
import { metrics, SLOW_BUCKETS, runInSpan, TransientError } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { DecoderDeath, DecoderOutcome } from '../pool/decoder.ts'
import { DecoderPool } from '../pool/pool.ts'
import { describeFile, provideLocalOriginal, readDecoderFile } from '../files/decoder-files.ts'
import { variantKey } from '../files/object-keys.ts'
import type { DecodedPhoto, VariantFile } from '../../shared/messages.ts'
import type { RenditionName } from '../../shared/sizes.ts'
import { WorkFolders } from '../files/work-folders.ts'

type OriginalFile = { photoId: string; ownerId: string; objectKey: string; extension: string; size: number }
/** A photo that cannot be processed. `reason` is displayed to the owner; `detail` is logged. */
type UnusablePhoto = { kind: 'unusable'; reason: string; cause: string; detail: string }
export type RenderedPhoto = {
  kind: 'rendered'
  type: ImageType
  photo: Omit<DecodedPhoto, 'variants' | 'redaction'>
  variants: Renditions
  visitor: VisitorFile | undefined
}

const DEATH_REASONS: Record<Exclude<DecoderDeath['cause'], 'killed'>, string> = {
  crash: 'The photo could not be processed. The original is stored.',
  stopped: 'The photo could not be processed. The original is stored.',
  timeout: 'Processing took too long and was stopped. The original is stored.',
  memory: 'Processing needs more memory than is available. The original is stored.',
}
const renderDuration = metrics.histogram(
  'daymark.media.photo.duration',
  'Time from reading an original to storing its variants, by image type and outcome',
  SLOW_BUCKETS,
)

/** Renders and stores the variants of a stored original. Rejects only if a retry may succeed. */
@Injectable()
export class Renderer {
  constructor(
    private readonly storage: Storage,
    private readonly pool: DecoderPool,
    private readonly folders: WorkFolders,
  ) {}

  async render(original: OriginalFile): Promise<RenderedPhoto | UnusablePhoto> {
    const startMs = performance.now()
    let result = await this.tryRender(original)
    // an earlier photo in the same process may have caused the crash, so the photo is retried once in a new process
    if (result.kind === 'unusable' && result.cause === 'crash') result = await this.tryRender(original)
    const outcome = result.kind === 'unusable' ? result.cause : result.photo.damage ? 'damaged' : 'good'
    const type = result.kind === 'rendered' ? result.type : 'unknown'
    renderDuration.record((performance.now() - startMs) / 1000, { type, outcome })
    return result
  }

  /** Renders a download size from the large variant. */
  scale(
    { photoId, ownerId }: Pick<OriginalFile, 'photoId' | 'ownerId'>,
    lg: Rendition,
    size: ScaledSize,
  ): Promise<Rendition | Exclude<DecoderOutcome, { kind: 'made' }>> {
    return this.folders.withFolder(async folder => {
      const source = { objectKey: lg.key, extension: 'jpg', size: lg.size }
      const { path } = await provideLocalOriginal(this.storage, source, folder, { mustCopy: this.pool.isStoreHidden })
      const job = { kind: 'scale', path, type: 'jpeg', folder, size } as const
      const outcome = await this.pool.run(job, undefined, { kind: 'visitor', ownerId })
      if (outcome.kind !== 'made') return outcome
      const body = await readDecoderFile(folder, size)
      const key = keyEncryptedLike(lg.key, variantKey(photoId, size))
      await this.storage.put(key, body, { size: body.length })
      return { key, ...describeFile(body, outcome) }
    })
  }

  private tryRender(original: OriginalFile): Promise<RenderedPhoto | UnusablePhoto> {
    return this.folders.withFolder(async folder => {
      const { path, type } = await provideLocalOriginal(this.storage, original, folder, {
        mustCopy: this.pool.isStoreHidden,
      })
      if (!type) {
        await this.assertStoreHasOriginal(original)
        return { kind: 'unusable', reason: 'The file is not a photo.', cause: 'no-image', detail: '' }
      }
      const storedRenditions: Promise<[RenditionName, Rendition]>[] = []
      const outcome = await runInSpan('media.decode', { attributes: { 'daymark.image.type': type } }, () =>
        this.pool.run(
          { path, type, folder },
          (size, file) => storedRenditions.push(markAsHandled(this.store(original, size, file, folder))),
          { ownerId: original.ownerId },
        ),
      )
      if (outcome.kind !== 'done') {
        await Promise.allSettled(storedRenditions)
        await this.assertStoreHasOriginal(original)
        return toUnusable(outcome)
      }
      const { full, ...variants } = Object.fromEntries(await Promise.all(storedRenditions)) as StoredRenditions
      return { kind: 'rendered', type, photo: outcome.photo, variants, visitor: toVisitorFile(full, outcome.photo) }
    })
  }

  /** Throws if the store cannot return the whole original. A failure of the store must not make the photo fail. */
  private async assertStoreHasOriginal({ objectKey, size }: OriginalFile): Promise<void> {
    let readBytes = 0
    for await (const piece of await this.storage.get(objectKey)) readBytes += piece.length
    if (readBytes !== size) throw new Error(`the store has ${readBytes} of ${size} bytes of ${objectKey}`)
  }

  /** Stores one rendition as soon as the decoder has written it. The small variant comes first (rule 19). */
  private async store(
    { photoId, objectKey }: OriginalFile,
    name: RenditionName,
    { width, height, size, sha256, crc32 }: VariantFile,
    folder: string,
  ): Promise<[RenditionName, Rendition]> {
    const key = keyEncryptedLike(objectKey, variantKey(photoId, name))
    await this.storage.put(key, await readDecoderFile(folder, name), { size })
    return [name, { key, width, height, size, sha256, crc32 }]
  }
}

type StoredRenditions = Renditions & { full?: Rendition }

/** Rules 38, 39: returns the file that visitors download. If undefined, visitors download the large variant. */
function toVisitorFile(full: Rendition | undefined, { redaction }: DecodedPhoto): VisitorFile | undefined {
  if (full) return { kind: 'full', rendition: full }
  return redaction ? { kind: 'patched', ...redaction } : undefined
}

function toUnusable(outcome: Exclude<DecoderOutcome, { kind: 'done' }>): UnusablePhoto {
  if (outcome.kind === 'made') throw new Error('a decoding process returned the result of another job')
  // the machine caused the failure, so the event is redelivered
  if (outcome.kind === 'fault') throw new TransientError(outcome.detail)
  if (outcome.kind === 'unreadable')
    return { kind: 'unusable', reason: outcome.reason, cause: 'unreadable', detail: outcome.detail }
  const { cause, detail } = outcome
  // the kernel usually kills a process because the machine is out of memory, so the event is redelivered a limited number of times
  if (cause === 'killed') throw new Error(`a decoding process was killed: ${detail}`)
  return { kind: 'unusable', reason: DEATH_REASONS[cause], cause, detail }
}

/** Prevents an unhandled rejection. The caller later awaits all promises together. */
function markAsHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
