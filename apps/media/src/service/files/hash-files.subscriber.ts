import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { filesHashed, hashesRequested, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { ObjectDamaged, ObjectMissing, applyPatches, Storage } from '@daymark/storage'

type Wanted = EventOf<typeof hashesRequested>['data']['files'][number]

/** Computes hashes of files as visitors download them, as a stream. */
@On(hashesRequested, { asJob: true })
export class HashFiles implements Subscriber<typeof hashesRequested> {
  constructor(private readonly storage: Storage) {}

  async on({ data: { ownerId, files: wanted } }: EventOf<typeof hashesRequested>, commit: Commit) {
    const files: EventOf<typeof filesHashed>['data']['files'] = []
    for (const file of wanted) {
      const { photoId, content } = file
      files.push({ photoId, content, sha256: await this.hash(file) })
    }
    await commit(async tx => tx.emit(filesHashed, ownerId, { ownerId, files }))
  }

  /** Returns null if size or checksum differ from those in the request. */
  private async hash({ key, size, crc32: expected, patches }: Wanted): Promise<string | null> {
    const sum = createHash('sha256')
    let [read, check] = [0, 0]
    try {
      for await (const piece of applyPatches(await this.storage.get(key), patches)) {
        sum.update(piece)
        check = crc32(piece, check)
        read += piece.length
      }
    } catch (error) {
      if (error instanceof ObjectMissing || error instanceof ObjectDamaged) return null
      throw error
    }
    return read === size && check === expected ? sum.digest('hex') : null
  }
}
