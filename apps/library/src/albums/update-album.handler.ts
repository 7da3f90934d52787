import { albumUpdated, errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idOr, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { Album } from './album.entity.ts'
import { viewAlbum } from './album-view.ts'
import { findAlbum } from './find-album.ts'

@Handles(library.updateAlbum)
export class UpdateAlbum implements Handler<typeof library.updateAlbum> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, header, ...edit }: Input<typeof library.updateAlbum>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, id, actor.userId)
        const photoId = await coverOf(own, album, header?.photoId)
        album.edit({ ...edit, header: header && { ...header, photoId } }, own.now)
        await tx.em.update(Album, album.id, album)
        tx.emit(albumUpdated, album.id, album.state())
        return viewAlbum(tx, album)
      }),
    )
  }
}

/** Only a photo of the album can be its cover. Null: none; undefined: as it is. */
async function coverOf({ tx }: Library, album: Album, photoId?: string | null): Promise<string | null | undefined> {
  if (photoId === null || photoId === undefined) return photoId
  const id = idOr(errors.PHOTO_NOT_FOUND, photoId)
  const found = await tx.sql('SELECT 1 FROM album_photos WHERE album_id = $1 AND photo_id = $2', [album.id, id])
  if (!found.length) throw errors.PHOTO_NOT_FOUND()
  return id
}
