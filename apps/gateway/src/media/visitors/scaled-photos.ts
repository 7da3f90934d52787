import { anonymous, errors, MAX_SCALED_PER_CALL, media, type Output, type sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { mediaIdOf } from './watermarked.ts'

type Archive = Output<typeof sharing.listArchive>
type Files = Archive['files']
type File = Files[number]

/** Downloads in a reduced size, which the media service renders on demand. Only for links without a watermark. */
@Injectable()
export class ScaledPhotos {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * All files of the archive. Throws ARCHIVE_PREPARING if they are not ready by `until` (`performance.now()`). The media service stores
   * rendered files, so the next call continues.
   */
  async all(archive: Archive, until: number): Promise<Files> {
    if (archive.watermark) throw errors.WATERMARK_UNAVAILABLE()
    for (;;) {
      const ready = await this.readyFiles(archive)
      const total = archive.files.length
      if (ready.length === total) return ready
      if (performance.now() >= until) throw errors.ARCHIVE_PREPARING({ ready: ready.length, total })
    }
  }

  /** The files that are ready, up to the first incomplete batch. Each call also renders some more. */
  private async readyFiles(archive: Archive): Promise<Files> {
    const ready: Files = []
    for (let at = 0; at < archive.files.length; at += MAX_SCALED_PER_CALL) {
      const batch = archive.files.slice(at, at + MAX_SCALED_PER_CALL)
      const found = await this.renderBatch(archive, batch)
      ready.push(...found)
      if (found.length < batch.length) break
    }
    return ready
  }

  private async renderBatch({ ownerId, size }: Archive, files: Files): Promise<Files> {
    if (size === 'original') return files
    const idOf = ({ photoId, fileId }: File) => mediaIdOf({ photoId, fileId })
    const photoIds = files.flatMap(file => idOf(file) ?? [])
    const { ready } = await this.rpc.call(media.scalePhotos, { ownerId, photoIds, size }, anonymous)
    const byPhoto = new Map(ready.map(({ photoId, rendition }) => [photoId, rendition]))
    return files.flatMap((file): File[] => {
      const scaled = byPhoto.get(idOf(file) ?? '')
      if (!scaled) return []
      const { key, size: bytes, sha256, crc32 } = scaled
      return [{ ...file, key, size: bytes, sha256, crc32 }]
    })
  }
}
