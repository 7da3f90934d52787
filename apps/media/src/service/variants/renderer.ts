import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ImageType, keyEncryptedLike, type Rendition, type Renditions, type VisitorFile } from '@daymark/contracts'
import { metrics, SLOW_BUCKETS, runInSpan, TransientError } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Death, Outcome } from '../pool/decoder.ts'
import { Pool } from '../pool/pool.ts'
import { localOriginal, readDecoderFile } from '../files/decoder-files.ts'
import { variantKey } from '../files/object-keys.ts'
import type { PhotoFacts, VariantFile } from '../../shared/messages.ts'
import type { RenditionName, ScaledSize } from '../../shared/sizes.ts'
import { WorkFolders } from '../files/work-folders.ts'

export type Original = { photoId: string; ownerId: string; objectKey: string; extension: string; size: number }
/** `reason` is a sentence for the owner; `detail` is for the log. */
export type Unusable = { kind: 'unusable'; reason: string; cause: string; detail: string }
export type Rendered = {
  kind: 'rendered'
  type: ImageType
  facts: Omit<PhotoFacts, 'variants' | 'redaction'>
  variants: Renditions
  visitor: VisitorFile | undefined
}

const REASONS: Record<Exclude<Death['cause'], 'killed'>, string> = {
  crash: 'The photo could not be processed. The original is stored.',
  stopped: 'The photo could not be processed. The original is stored.',
  timeout: 'Processing took too long and was stopped. The original is stored.',
  memory: 'Processing needs more memory than is available. The original is stored.',
}
const duration = metrics.histogram(
  'daymark.media.photo.duration',
  'Time from original to stored variants, by type and outcome',
  SLOW_BUCKETS,
)

/** Renders the variants of a stored original and stores them. Rejects only when a retry may help. */
@Injectable()
export class Renderer {
  constructor(
    private readonly storage: Storage,
    private readonly pool: Pool,
    private readonly folders: WorkFolders,
  ) {}

  async render(original: Original): Promise<Rendered | Unusable> {
    const started = performance.now()
    let result = await this.attempt(original)
    // earlier photos may have caused the crash: retries once in a new process
    if (result.kind === 'unusable' && result.cause === 'crash') result = await this.attempt(original)
    const outcome = result.kind === 'unusable' ? result.cause : result.facts.damage ? 'damaged' : 'good'
    const type = result.kind === 'rendered' ? result.type : 'unknown'
    duration.record((performance.now() - started) / 1000, { type, outcome })
    return result
  }

  /** Renders another size from the large variant. */
  scale(
    { photoId, ownerId }: Pick<Original, 'photoId' | 'ownerId'>,
    lg: Rendition,
    size: ScaledSize,
  ): Promise<Rendition | Exclude<Outcome, { kind: 'made' }>> {
    return this.folders.using(async folder => {
      const source = { objectKey: lg.key, extension: 'jpg', size: lg.size }
      const { path } = await localOriginal(this.storage, source, folder, { isCopied: this.pool.isApart })
      const job = { kind: 'scale', path, type: 'jpeg', folder, size } as const
      const outcome = await this.pool.run(job, undefined, { kind: 'visitor', ownerId })
      if (outcome.kind !== 'made') return outcome
      const body = await readDecoderFile(folder, size)
      const key = keyEncryptedLike(lg.key, variantKey(photoId, size))
      await this.storage.put(key, body, { size: body.length })
      const { width, height } = outcome
      return {
        key,
        width,
        height,
        size: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
        crc32: crc32(body),
      }
    })
  }

  private attempt(original: Original): Promise<Rendered | Unusable> {
    return this.folders.using(async folder => {
      const { path, type } = await localOriginal(this.storage, original, folder, { isCopied: this.pool.isApart })
      if (!type) {
        await this.assureWhole(original)
        return { kind: 'unusable', reason: 'The file is not a photo.', cause: 'no-image', detail: '' }
      }
      const storing: Promise<[RenditionName, Rendition]>[] = []
      const outcome = await runInSpan('media.decode', { attributes: { 'daymark.image.type': type } }, () =>
        this.pool.run(
          { path, type, folder },
          (size, file) => storing.push(handledLater(this.store(original, size, file, folder))),
          { ownerId: original.ownerId },
        ),
      )
      if (outcome.kind !== 'done') {
        await Promise.allSettled(storing)
        await this.assureWhole(original)
        return unusable(outcome)
      }
      const { full, ...variants } = Object.fromEntries(await Promise.all(storing)) as Stored
      return { kind: 'rendered', type, facts: outcome.facts, variants, visitor: visitorFile(full, outcome.facts) }
    })
  }

  /** Checks that the store is available, because a store that failed during decoding must not make a photo fail. */
  private async assureWhole({ objectKey, size }: Original): Promise<void> {
    let read = 0
    for await (const piece of await this.storage.get(objectKey)) read += piece.length
    if (read !== size) throw new Error(`the store has ${read} of ${size} bytes of ${objectKey}`)
  }

  /** Stores each variant as soon as it is rendered, beginning with the small one (rule 19). */
  private async store(
    { photoId, objectKey }: Original,
    name: RenditionName,
    { width, height, size, sha256, crc32 }: VariantFile,
    folder: string,
  ): Promise<[RenditionName, Rendition]> {
    const key = keyEncryptedLike(objectKey, variantKey(photoId, name))
    await this.storage.put(key, await readDecoderFile(folder, name), { size })
    return [name, { key, width, height, size, sha256, crc32 }]
  }
}

type Stored = Renditions & { full?: Rendition }

/** Rules 38, 39: the file for visitors. Returns undefined if visitors can only get the large variant. */
function visitorFile(full: Rendition | undefined, { redaction }: PhotoFacts): VisitorFile | undefined {
  if (full) return { kind: 'full', rendition: full }
  return redaction ? { kind: 'patched', ...redaction } : undefined
}

function unusable(outcome: Exclude<Outcome, { kind: 'done' }>): Unusable {
  if (outcome.kind === 'made') throw new Error('a decoding process did another job')
  // not the photo's fault: the event is redelivered
  if (outcome.kind === 'fault') throw new TransientError(outcome.detail)
  if (outcome.kind === 'unreadable')
    return { kind: 'unusable', reason: outcome.reason, cause: 'unreadable', detail: outcome.detail }
  const { cause, detail } = outcome
  // usually by the kernel for lack of memory; a photo that causes it at every attempt fails in the end
  if (cause === 'killed') throw new Error(`a decoding process was killed: ${detail}`)
  return { kind: 'unusable', reason: REASONS[cause], cause, detail }
}

/** Marks the rejection as handled until all promises are awaited together. */
function handledLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}
