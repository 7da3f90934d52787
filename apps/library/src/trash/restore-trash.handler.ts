import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, goneBefore, Handles, isId, Plans, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { LibraryConfig } from '../config.ts'
import { restoreAlbums } from './restore-albums.ts'
import { restorePhotos } from './restore-photos.ts'
import { restoreTags } from './restore-tags.ts'

/** All that is asked for comes back, or nothing; photos first, so that albums and tags find them. */
@Handles(library.restoreTrash)
export class RestoreTrash implements Handler<typeof library.restoreTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly config: LibraryConfig,
  ) {}

  async handle({ photoIds, albumIds, tagIds }: Input<typeof library.restoreTrash>, { userId }: Actor) {
    const plan = await this.plans.of(userId)
    const now = this.clock.now()
    const restoring = { plan, goneBefore: goneBefore(now, this.config) }
    return this.db.commit(tx =>
      changeLibrary(tx, userId, now, async own => {
        const photos = await restorePhotos(own, photoIds.filter(isId), restoring)
        const { albums, photos: withAlbums } = await restoreAlbums(own, albumIds.filter(isId), restoring)
        const tags = await restoreTags(own, tagIds.filter(isId), restoring.goneBefore)
        return { photos: photos + withAlbums, albums, tags }
      }),
    )
  }
}
