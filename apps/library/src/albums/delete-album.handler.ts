import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { RemovePhotos } from '../photos/remove-photos.ts'
import { TrashThings } from '../trash/trash-things.ts'
import { Album } from './album.entity.ts'
import { findAlbum } from './find-album.ts'

@Handles(library.deleteAlbum)
export class DeleteAlbum implements Handler<typeof library.deleteAlbum> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly removePhotos: RemovePhotos,
    private readonly trash: TrashThings,
  ) {}

  async handle({ id, deletePhotos }: Input<typeof library.deleteAlbum>, actor: Actor) {
    await this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        if (album.isFavorites) throw errors.FAVORITES_FIXED()
        const rows = await tx.sql<{ photo_id: string }>('SELECT photo_id FROM album_photos WHERE album_id = $1', [
          album.id,
        ])
        await this.trash.album(own, album)
        await tx.em.delete(Album, album.id)
        const members = rows.map(row => row.photo_id)
        if (deletePhotos) await this.removePhotos.from(own, members)
        own.account.albums -= 1
      }),
    )
    return { success: true as const }
  }
}
