import {
  anonymous,
  downloadName,
  errors,
  type Input,
  MAX_SCALED_PHOTOS_PER_CALL,
  media,
  type Output,
  type ScaledSize,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { SendableArchive } from '../zip/zip-body.ts'
import { hideOwnerErrors, mediaIdOf } from './watermarked.ts'

export type Archive = Output<typeof sharing.listArchive>
type ArchiveFile = Archive['files'][number]

/** Downloads in a reduced size, which the media service renders on demand. Only for links without a watermark. */
@Injectable()
export class ScaledPhotos {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * All files of the archive. Throws ARCHIVE_PREPARING if they are not ready by `deadline` (`performance.now()`). The media service stores
   * rendered files, so the next call continues.
   */
  async prepareAll(archive: Archive, deadline: number): Promise<ArchiveFile[]> {
    if (archive.watermark) throw errors.WATERMARK_UNAVAILABLE()
    for (;;) {
      const readyFiles = await this.renderMissing(archive)
      const total = archive.files.length
      if (readyFiles.length === total) return readyFiles
      if (performance.now() >= deadline) throw errors.ARCHIVE_PREPARING({ ready: readyFiles.length, total })
    }
  }

  /** Renders some of the missing files. Returns the files that are ready, up to the first incomplete batch. */
  private async renderMissing(archive: Archive): Promise<ArchiveFile[]> {
    const readyFiles: ArchiveFile[] = []
    for (let start = 0; start < archive.files.length; start += MAX_SCALED_PHOTOS_PER_CALL) {
      const batch = archive.files.slice(start, start + MAX_SCALED_PHOTOS_PER_CALL)
      const batchFiles = await this.renderBatch(archive, batch)
      readyFiles.push(...batchFiles)
      if (batchFiles.length < batch.length) break
    }
    return readyFiles
  }

  private async renderBatch({ ownerId, size }: Archive, files: ArchiveFile[]): Promise<ArchiveFile[]> {
    if (size === 'original') return files
    const idOf = ({ photoId, fileId }: ArchiveFile) => mediaIdOf({ photoId, fileId })
    const photoIds = files.flatMap(file => idOf(file) ?? [])
    const { ready } = await this.rpc.call(media.scalePhotos, { ownerId, photoIds, size }, anonymous)
    const renditionByPhoto = new Map(ready.map(({ photoId, rendition }) => [photoId, rendition]))
    return files.flatMap((file): ArchiveFile[] => {
      const rendition = renditionByPhoto.get(idOf(file) ?? '')
      if (!rendition) return []
      const { key, size: bytes, sha256, crc32 } = rendition
      return [{ ...file, key, size: bytes, sha256, crc32 }]
    })
  }
}

type WatermarkedSize = 'full' | ScaledSize
type WatermarkInput = { ownerId: string; size: WatermarkedSize }
type ListedRenditions = Output<typeof media.listWatermarked>['files']

/** Number of photos per call to the media service. */
const BATCH_SIZE = 500
/** Number of photos of one ZIP that are rendered concurrently. It is small because other visitors need rendering capacity too. */
const CONCURRENT_RENDERINGS = 2
/**
 * Maximum time for rendering before a response. It is longer than rendering a short album takes, and shorter than timeouts of proxies and
 * browsers. The media service stores rendered files.
 */
const MAX_RENDERING_MS = 12_000

/**
 * Lists and renders the files of a link's ZIP. With a watermark, they are JPEGs of one version of the watermark settings (rule 39). They
 * are rendered before the ZIP starts, because Content-Length is sent first. If this takes long, the visitor receives the progress, and the
 * next attempt continues.
 */
@Injectable()
export class Archives {
  constructor(
    private readonly rpc: RpcClient,
    private readonly scaled: ScaledPhotos,
  ) {}

  /** Lists the files, or rejects if the visitor may not download. */
  list(proof: Input<typeof sharing.listArchive>): Promise<Archive> {
    return this.rpc.call(sharing.listArchive, proof, anonymous)
  }

  /** Renders the files and returns those to send. Throws ARCHIVE_PREPARING if they are not ready after `waitMs`. */
  async prepareSendable(archive: Archive, waitMs = MAX_RENDERING_MS): Promise<SendableArchive> {
    const deadline = performance.now() + waitMs
    const { title } = archive
    if (!archive.watermark) return { title, files: await this.scaled.prepareAll(archive, deadline), watermark: false }
    return { title, files: await this.prepareWatermarked(archive, deadline), watermark: false }
  }

  private async prepareWatermarked(
    { files, ownerId, size: requestedSize }: Archive,
    deadline: number,
  ): Promise<ArchiveFile[]> {
    const size = requestedSize === 'original' ? 'full' : requestedSize
    // If the watermark settings change during rendering, all files are rendered again, unless the deadline has passed.
    for (;;) {
      const renditions = await this.listWatermarked({ ownerId, size }, files).catch(hideOwnerErrors)
      const existingRenditions = renditions.flatMap(rendition => rendition ?? [])
      if (existingRenditions.length === files.length)
        return files.map((file, i) => toWatermarkedFile(file, renditions[i]))
      if (performance.now() >= deadline)
        throw errors.ARCHIVE_PREPARING({ ready: existingRenditions.length, total: files.length })
      await this.render(
        { ownerId, size },
        files.filter((_, i) => !renditions[i]),
        deadline,
      )
    }
  }

  private async listWatermarked(watermark: WatermarkInput, files: ArchiveFile[]): Promise<ListedRenditions> {
    const renditions: ListedRenditions = []
    let version: string | undefined
    for (let start = 0; start < files.length; start += BATCH_SIZE) {
      const photoIds = files.slice(start, start + BATCH_SIZE).map(mediaIdOfFile)
      const page = await this.rpc.call(media.listWatermarked, { ...watermark, photoIds }, anonymous)
      if (version !== undefined && version !== page.version) return this.listWatermarked(watermark, files)
      version = page.version
      renditions.push(...page.files)
    }
    return renditions
  }

  private async render(watermark: WatermarkInput, missing: ArchiveFile[], deadline: number): Promise<void> {
    const remainingFiles = missing.values()
    const renderRemaining = async () => {
      for (const file of remainingFiles) {
        if (performance.now() >= deadline) return
        const source = watermark.size === 'full' ? { key: file.key, size: file.size } : undefined
        const input = { ...watermark, photoId: mediaIdOfFile(file), source, orLatest: true }
        await this.rpc.call(media.locateWatermarked, input, anonymous).catch(hideOwnerErrors)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_RENDERINGS }, renderRemaining))
  }
}

function mediaIdOfFile({ photoId, fileId }: ArchiveFile): string {
  const id = mediaIdOf({ photoId, fileId })
  if (id === undefined) throw errors.WATERMARK_UNAVAILABLE()
  return id
}

/** Takes only the name and time of the original, so that no file without a watermark can be sent. */
function toWatermarkedFile(
  { photoId, name, modified }: ArchiveFile,
  rendition: ListedRenditions[number] | undefined,
): ArchiveFile {
  if (!rendition) throw errors.WATERMARK_UNAVAILABLE()
  const { key, size, sha256, crc32 } = rendition
  const storedFile = { key, size, sha256, crc32, mimeType: 'image/jpeg' }
  return { photoId, ...storedFile, name: downloadName(name, storedFile.mimeType), modified }
}
