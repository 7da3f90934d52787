import { albumDeleted, errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { RemovePhotos } from '../photos/remove-photos.ts'
import { Album } from './album.entity.ts'
import { findAlbum } from './find-album.ts'

@Handles(library.deleteAlbum)
export class DeleteAlbum implements Handler<typeof library.deleteAlbum> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly removePhotos: RemovePhotos
  constructor(db: Database, clock: Clock, removePhotos: RemovePhotos) {
    this.db = db
    this.clock = clock
    this.removePhotos = removePhotos
  }

  async handle({ id, deletePhotos }: Input<typeof library.deleteAlbum>, actor: Actor) {
    await this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        if (album.isFavorites) throw errors.FAVORITES_FIXED()
        const members = await this.forget(own, album)
        if (deletePhotos) await this.removePhotos.from(own, members)
        own.account.albums -= 1
        tx.emit(albumDeleted, album.id, { albumId: album.id, ownerId: actor.userId })
      }),
    )
    return { success: true as const }
  }

  /** The memberships go with the album. */
  private async forget({ tx }: Library, album: Album): Promise<string[]> {
    const rows = await tx.sql<{ photo_id: string }>('SELECT photo_id FROM album_photos WHERE album_id = $1', [album.id])
    await tx.em.delete(Album, album.id)
    return rows.map(row => row.photo_id)
  }
}
