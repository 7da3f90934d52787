import { photoPurged, type EventOf } from '@daymark/contracts'
import { On, type Subscriber } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { variantKeys } from '../variants/object-keys.ts'
import { Renditions } from '../variants/renditions.ts'

/** rule 25: the time of grace is over. */
@On(photoPurged)
export class RemovePhoto implements Subscriber<typeof photoPurged> {
  private readonly renditions: Renditions
  private readonly storage: Storage
  constructor(renditions: Renditions, storage: Storage) {
    this.renditions = renditions
    this.storage = storage
  }

  /** The tombstone commits before the objects go. Until they are gone the event is not done, and comes again. */
  async on({ data }: EventOf<typeof photoPurged>) {
    await this.renditions.leaveTombstone(data)
    await this.storage.remove([data.objectKey, ...variantKeys(data.photoId)])
  }
}
