import { availableParallelism } from 'node:os'
import { imageKindOf, photoProcessed, photoUploaded, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { MediaLog } from '../log.ts'
import { captureOf, shapeOf } from './photo-facts.ts'
import { variantKeys } from '../files/object-keys.ts'
import { Renderer, type Rendered } from './renderer.ts'
import { Renditions } from './renditions.ts'

type Uploaded = EventOf<typeof photoUploaded>['data']

/** Twice the number of cores: while some photos are decoded, others are downloaded, stored and committed. */
@On(photoUploaded, { asJob: true, concurrency: availableParallelism() * 2 + 1 })
export class ProcessPhoto implements Subscriber<typeof photoUploaded> {
  constructor(
    private readonly renditions: Renditions,
    private readonly renderer: Renderer,
    private readonly storage: Storage,
    private readonly log: MediaLog,
  ) {}

  async on({ data }: EventOf<typeof photoUploaded>, commit: Commit) {
    const { status, objectKey } = await this.renditions.begin(data)
    if (status === 'ready') return
    if (status === 'removed') return this.storage.remove(variantKeys(data.photoId))
    const result = await this.renderer.render({ ...data, objectKey })
    if (result.kind === 'rendered') return this.succeed(data, result, commit)
    this.log.photoUnusable(data.photoId, result.cause, result.detail)
    await this.storage.remove(variantKeys(data.photoId))
    await commit(tx => this.renditions.fail(tx, data, result.reason))
  }

  async onDeadLetter({ data }: EventOf<typeof photoUploaded>) {
    await this.storage.remove(variantKeys(data.photoId))
    await this.renditions.giveUp(data, 'The photo could not be processed. The original is stored.')
  }

  private async succeed({ photoId, ownerId, extension }: Uploaded, done: Rendered, commit: Commit): Promise<void> {
    const { width, height, exif, takenAt, creationTool, colorProfile, placeholder, damage } = done.facts
    const { variants, visitor } = done
    if (damage) this.log.photoDamaged(photoId, damage)
    await commit(async tx => {
      await this.renditions.becomeReady(tx, photoId, { width, height, variants })
      tx.emit(photoProcessed, photoId, {
        photoId,
        ownerId,
        ...imageKindOf(done.type, extension),
        ...{ width, height, orientation: shapeOf(width, height) },
        ...{ exif, takenAt, capture: captureOf(done.facts), creationTool, colorProfile, placeholder, variants },
        ...(visitor && { visitor }),
        damaged: damage ? 'The file is damaged. Parts of the photo may be missing.' : null,
      })
    })
  }
}
