import { anonymous, errors, type Input, media, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { asUnavailable } from './watermarked.ts'
import type { SendableArchive } from '../zip-body.ts'

type Archive = Output<typeof sharing.listArchive>
type Files = Archive['files']
type Listed = Output<typeof media.listWatermarked>['files']

/** One question asks about so many. */
const PER_QUESTION = 500
/** Pictures of one ZIP that are rendered at once: other visitors wait for theirs. */
const AT_ONCE = 2
/** Longer than a short album takes, shorter than anything between here and the visitor waits. What is rendered stays. */
const WAIT_MS = 12_000

/**
 * The ZIP of a watermarked link: of full-size JPEGs with the mark, all of one version (rule 39). They are rendered before it begins,
 * as its length is told in advance; where that takes long the visitor is told how far it is, and each try goes on from there.
 */
@Injectable()
export class Archives {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** May it be downloaded, and what is in it? */
  list(proof: Input<typeof sharing.listArchive>): Promise<Archive> {
    return this.rpc.call(sharing.listArchive, proof, anonymous)
  }

  /** What may be sent of it. ARCHIVE_PREPARING where that takes longer than `waitMs`. */
  async sendable({ title, files, ownerId, watermark }: Archive, waitMs = WAIT_MS): Promise<SendableArchive> {
    if (!watermark) return { title, files, watermark: false }
    const until = performance.now() + waitMs
    // Settings that change while they are rendered are a reason to begin again, as long as there is time.
    for (;;) {
      const listed = await this.marked(ownerId, files).catch(asUnavailable)
      const marked = listed.flatMap(one => one ?? [])
      if (marked.length === files.length)
        return { title, files: files.map((file, i) => markedFile(file, listed[i])), watermark: false }
      if (performance.now() >= until) throw errors.ARCHIVE_PREPARING({ ready: marked.length, total: files.length })
      await this.render(
        ownerId,
        files.filter((_, i) => !listed[i]),
        until,
      )
    }
  }

  private async marked(ownerId: string, files: Files): Promise<Listed> {
    const listed: Listed = []
    let version: string | undefined
    for (let at = 0; at < files.length; at += PER_QUESTION) {
      const photoIds = files.slice(at, at + PER_QUESTION).map(photoOf)
      const answer = await this.rpc.call(media.listWatermarked, { ownerId, photoIds }, anonymous)
      if (version !== undefined && version !== answer.version) return this.marked(ownerId, files)
      version = answer.version
      listed.push(...answer.files)
    }
    return listed
  }

  private async render(ownerId: string, missing: Files, until: number): Promise<void> {
    const next = missing.values()
    const worker = async () => {
      for (const file of next) {
        if (performance.now() >= until) return
        const wanted = {
          ownerId,
          photoId: photoOf(file),
          size: 'full',
          source: { key: file.key, size: file.size },
        } as const
        await this.rpc.call(media.locateWatermarked, wanted, anonymous).catch(asUnavailable)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

function photoOf({ photoId }: Files[number]): string {
  if (photoId === undefined) throw errors.WATERMARK_UNAVAILABLE()
  return photoId
}

/** Nothing of the file that sharing named is left but its name and time. */
function markedFile({ photoId, name, modified }: Files[number], rendition: Listed[number] | undefined): Files[number] {
  if (!rendition) throw errors.WATERMARK_UNAVAILABLE()
  const { key, size, crc32 } = rendition
  return { photoId, key, size, crc32, name: `${name.replace(/(?<=.)\.[^.]*$/, '')}.jpg`, modified }
}
