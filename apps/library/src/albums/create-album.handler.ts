import { albumCreated, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { Album } from './album.entity.ts'
import { viewAlbum } from './album-view.ts'

@Handles(library.createAlbum)
export class CreateAlbum implements Handler<typeof library.createAlbum> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(input: Input<typeof library.createAlbum>, actor: Actor) {
    const now = this.clock.now()
    const album = Album.create(actor.userId, now, input)
    const plan = await this.plans.of(actor.userId)
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, now, async ({ account }) => {
        account.assertMayAddAlbum(plan)
        account.albums += 1
        await tx.em.insert(Album, album)
        tx.emit(albumCreated, album.id, album.state())
        return viewAlbum(tx, album)
      }),
    )
  }
}
