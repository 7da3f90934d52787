import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { ownPhotoIds } from '../photos/find-photo.ts'
import { ownTagIds } from './find-tag.ts'
import { addTags } from './photo-tags.ts'

/** Keeps one call well below the time a caller waits. */
const MAX_ATTACHMENTS = 50_000

/** Adds, never replaces (rule 24); all or nothing. */
@Handles(library.applyTags)
export class ApplyTags implements Handler<typeof library.applyTags> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ photoIds, tagIds }: Input<typeof library.applyTags>, { userId }: Actor) {
    if (photoIds.length * tagIds.length > MAX_ATTACHMENTS)
      throw errors.INVALID_INPUT({ reason: 'Apply fewer tags or photos at once.' })
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const photos = await ownPhotoIds(tx, userId, photoIds)
        const tags = await ownTagIds(tx, userId, tagIds)
        await addTags(own, photos, tags)
        return { applied: photos.length }
      }),
    )
  }
}
