import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { filesHashed, hashesWanted, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { ObjectDamaged, ObjectMissing, applyPatches, Storage } from '@daymark/storage'

type Wanted = EventOf<typeof hashesWanted>['data']['files'][number]

/** Reads files as visitors download them, a piece at a time. */
@On(hashesWanted, { asJob: true })
export class HashFiles implements Subscriber<typeof hashesWanted> {
  constructor(private readonly storage: Storage) {}

  async on({ data: { ownerId, files: wanted } }: EventOf<typeof hashesWanted>, commit: Commit) {
    const files: EventOf<typeof filesHashed>['data']['files'] = []
    for (const file of wanted) {
      const { photoId, content } = file
      files.push({ photoId, content, sha256: await this.hash(file) })
    }
    await commit(async tx => tx.emit(filesHashed, ownerId, { ownerId, files }))
  }

  /** None of what is not the file that a ZIP would say it is. */
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
