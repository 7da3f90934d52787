import { eitherKey, type EventOf, photoPurged } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { variantKeys } from '../variants/object-keys.ts'
import { MarkedRows } from '../watermark/renditions/marked-rows.ts'
import { PlainObjects } from '../encryption/plain-objects.ts'
import { Renditions } from '../variants/renditions.ts'

/** rule 25: the time of grace is over. */
@On(photoPurged)
export class RemovePhoto implements Subscriber<typeof photoPurged> {
  constructor(
    private readonly renditions: Renditions,
    private readonly storage: Storage,
    private readonly marked: MarkedRows,
    private readonly plain: PlainObjects,
  ) {}

  /** The tombstone commits before the objects go. Until they are gone the event is not done, and comes again. */
  async on({ data }: EventOf<typeof photoPurged>, commit: Commit) {
    await this.renditions.leaveTombstone(data)
    const marked = await this.marked.ofPhoto(data.photoId)
    await this.storage.remove([
      ...eitherKey(data.objectKey),
      ...variantKeys(data.photoId),
      ...marked.flatMap(eitherKey),
    ])
    if (marked.length > 0) await this.marked.forgetPhoto(data.photoId)
    await commit(async tx => this.plain.forget(tx, data.photoId))
  }
}
