import { albumCreated } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { arrange, type Placed } from '../albums/arrange-album.ts'

/** Albums that came from an archive have version 0 until they are told, with their whole order, as new ones. */
export async function announceAlbum(own: Library): Promise<boolean> {
  const { tx, ownerId } = own
  const album = await tx.em.findOne(Album, { where: { ownerId, version: 0 }, order: { createdAt: 'ASC' } })
  if (!album) return false
  const placed = await tx.sql<Placed>(
    'SELECT photo_id AS "photoId", position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  Object.assign(album, { version: 1, photoCount: 0 })
  tx.emit(albumCreated, album.id, album.state())
  const { updatedAt } = album
  await arrange({ ...own, now: updatedAt }, album, { placed, came: placed.length })
  if (placed.length === 0) await tx.em.update(Album, album.id, { version: 1, photoCount: 0 })
  return true
}
