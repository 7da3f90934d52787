import {
  anonymous,
  downloadName,
  errors,
  type Input,
  media,
  type Output,
  type ScaledSize,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ScaledPhotos } from './scaled-photos.ts'
import { asUnavailable, mediaIdOf } from './watermarked.ts'
import type { SendableArchive } from '../zip/zip-body.ts'

export type Archive = Output<typeof sharing.listArchive>
type MarkedSize = 'full' | ScaledSize
type Files = Archive['files']
type Marked = { ownerId: string; size: MarkedSize }
type Listed = Output<typeof media.listWatermarked>['files']

/** One question asks about so many. */
const PER_QUESTION = 500
/** Pictures of one ZIP that are rendered at once: other visitors wait for theirs. */
const AT_ONCE = 2
/** Longer than a short album takes, shorter than anything between here and the visitor waits. What is rendered stays. */
const WAIT_MS = 12_000

/**
 * What is downloaded of a link. Of a watermarked one it is JPEGs with the mark, all of one version (rule 39). What has to be
 * rendered is rendered before the ZIP begins, as its length is told in advance; where that takes long the visitor is told how far
 * it is, and each try goes on from there.
 */
@Injectable()
export class Archives {
  constructor(
    private readonly rpc: RpcClient,
    private readonly scaled: ScaledPhotos,
  ) {}

  /** May it be downloaded, and what is in it? */
  list(proof: Input<typeof sharing.listArchive>): Promise<Archive> {
    return this.rpc.call(sharing.listArchive, proof, anonymous)
  }

  /** What may be sent of it. */
  async sendable(archive: Archive, waitMs = WAIT_MS): Promise<SendableArchive> {
    const until = performance.now() + waitMs
    const { title } = archive
    if (!archive.watermark) return { title, files: await this.scaled.all(archive, until), watermark: false }
    return { title, files: await this.allMarked(archive, until), watermark: false }
  }

  private async allMarked({ files, ownerId, size: wanted }: Archive, until: number): Promise<Files> {
    const size = wanted === 'original' ? 'full' : wanted
    // Settings that change while they are rendered are a reason to begin again, as long as there is time.
    for (;;) {
      const listed = await this.marked({ ownerId, size }, files).catch(asUnavailable)
      const marked = listed.flatMap(one => one ?? [])
      if (marked.length === files.length) return files.map((file, i) => markedFile(file, listed[i]))
      if (performance.now() >= until) throw errors.ARCHIVE_PREPARING({ ready: marked.length, total: files.length })
      await this.render(
        { ownerId, size },
        files.filter((_, i) => !listed[i]),
        until,
      )
    }
  }

  private async marked(of: Marked, files: Files): Promise<Listed> {
    const listed: Listed = []
    let version: string | undefined
    for (let at = 0; at < files.length; at += PER_QUESTION) {
      const photoIds = files.slice(at, at + PER_QUESTION).map(photoOf)
      const answer = await this.rpc.call(media.listWatermarked, { ...of, photoIds }, anonymous)
      if (version !== undefined && version !== answer.version) return this.marked(of, files)
      version = answer.version
      listed.push(...answer.files)
    }
    return listed
  }

  private async render(of: Marked, missing: Files, until: number): Promise<void> {
    const next = missing.values()
    const worker = async () => {
      for (const file of next) {
        if (performance.now() >= until) return
        const source = of.size === 'full' ? { key: file.key, size: file.size } : undefined
        const wanted = { ...of, photoId: photoOf(file), source, orLatest: true }
        await this.rpc.call(media.locateWatermarked, wanted, anonymous).catch(asUnavailable)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

function photoOf({ photoId, fileId }: Files[number]): string {
  const id = mediaIdOf({ photoId, fileId })
  if (id === undefined) throw errors.WATERMARK_UNAVAILABLE()
  return id
}

/** Nothing of the file that sharing named is left but its name and time. */
function markedFile(
  { photoId, fileId, name, modified }: Files[number],
  rendition: Listed[number] | undefined,
): Files[number] {
  if (!rendition) throw errors.WATERMARK_UNAVAILABLE()
  const { key, size, sha256, crc32 } = rendition
  const made = { key, size, sha256, crc32, mimeType: 'image/jpeg' }
  return { photoId, ...(fileId && { fileId }), ...made, name: downloadName(name, made.mimeType), modified }
}
