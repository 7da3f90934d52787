import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { viewAlbum } from '../albums/album-view.ts'
import { divisibleAlbum, sectionOf } from './divided-album.ts'
import { divide } from './save-order.ts'

/** The heading only: its photos stay where they are, and are in the section before. */
@Handles(library.removeSection)
export class RemoveSection implements Handler<typeof library.removeSection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, sectionId }: Input<typeof library.removeSection>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await divisibleAlbum(own, id)
        const gone = sectionOf(album, sectionId)
        await divide(
          own,
          album,
          album.sections.filter(section => section !== gone),
        )
        return viewAlbum(tx, album)
      }),
    )
  }
}
