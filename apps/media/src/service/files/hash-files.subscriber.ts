import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { filesHashed, hashesRequested, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { ObjectDamaged, ObjectMissing, applyPatches, Storage } from '@daymark/storage'

type FileToHash = EventOf<typeof hashesRequested>['data']['files'][number]

/** Computes the SHA-256 of files in the form in which visitors download them. */
@On(hashesRequested, { asJob: true })
export class HashFiles implements Subscriber<typeof hashesRequested> {
  constructor(private readonly storage: Storage) {}

  async on({ data: { ownerId, files: filesToHash } }: EventOf<typeof hashesRequested>, commit: Commit) {
    const files: EventOf<typeof filesHashed>['data']['files'] = []
    for (const file of filesToHash) {
      const { photoId, content } = file
      files.push({ photoId, content, sha256: await this.hash(file) })
    }
    await commit(async tx => tx.emit(filesHashed, ownerId, { ownerId, files }))
  }

  /** Returns the SHA-256 of a file. Null if the object is missing or damaged, or if its size or CRC differs from the event. */
  private async hash({ key, size, crc32: expectedCrc32, patches }: FileToHash): Promise<string | null> {
    const sha256 = createHash('sha256')
    let [readBytes, checksum] = [0, 0]
    try {
      for await (const piece of applyPatches(await this.storage.get(key), patches)) {
        sha256.update(piece)
        checksum = crc32(piece, checksum)
        readBytes += piece.length
      }
    } catch (error) {
      if (error instanceof ObjectMissing || error instanceof ObjectDamaged) return null
      throw error
    }
    return readBytes === size && checksum === expectedCrc32 ? sha256.digest('hex') : null
  }
}
