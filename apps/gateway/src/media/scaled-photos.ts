import { anonymous, errors, MAX_SCALED_PER_CALL, media, type Output, type sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export type Archive = Output<typeof sharing.listArchive>
type File = Archive['files'][number]

/** So often media is asked again although nothing more got ready, some two seconds each time. */
const PATIENCE = 15

/** Files of a size that media makes on demand: where they are, and how long. */
@Injectable()
export class ScaledPhotos {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** The files that are there by now, from the first one that is not; some more are made meanwhile. */
  async some(archive: Archive): Promise<File[]> {
    if (archive.size === 'original') return archive.files
    const ready: File[] = []
    for (let at = 0; at < archive.files.length; at += MAX_SCALED_PER_CALL) {
      const part = archive.files.slice(at, at + MAX_SCALED_PER_CALL)
      const found = await this.round(archive, part)
      ready.push(...part.flatMap(file => found.get(file) ?? []))
      if (found.size < part.length) break
    }
    return ready
  }

  /** All of them, however long it takes while somebody waits. */
  async all(archive: Archive, isAwaited: () => boolean): Promise<File[]> {
    let ready: File[] = []
    for (let idle = 0; idle < PATIENCE; idle++) {
      const before = ready.length
      ready = await this.some(archive)
      if (ready.length === archive.files.length) return ready
      if (!isAwaited()) break
      if (ready.length > before) idle = 0
    }
    throw errors.UNAVAILABLE()
  }

  private async round({ ownerId, size }: Archive, files: File[]): Promise<Map<File, File>> {
    if (size === 'original') return new Map(files.map(file => [file, file]))
    const photoIds = files.flatMap(({ photoId }) => photoId ?? [])
    const { ready } = await this.rpc.call(media.scalePhotos, { ownerId, photoIds, size }, anonymous)
    const byPhoto = new Map(ready.map(({ photoId, rendition }) => [photoId, rendition]))
    return new Map(
      files.flatMap(file => {
        const made = byPhoto.get(file.photoId ?? '')
        if (!made) return []
        const { key, size: bytes, sha256, crc32 } = made
        return [[file, { ...file, key, size: bytes, sha256, crc32 }] as const]
      }),
    )
  }
}
