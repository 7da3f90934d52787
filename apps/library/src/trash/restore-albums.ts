import { albumRestored, albumUpdated } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange, type Placed } from '../albums/change-album.ts'
import { type Restoring, restorePhotos } from './restore-photos.ts'
import type { AlbumState } from './trash-albums-and-tags.ts'

type Row = { id: string; state: AlbumState; deleted_at: Date }
/** The number of restored albums, and of photos that were restored with them. */
type Restored = { albums: number; photos: number }

/** Restores albums with the order of their photos, and photos that were deleted together with an album. */
export async function restoreAlbums(lockedLibrary: Library, ids: string[], restoring: Restoring): Promise<Restored> {
  const rows = await lockedLibrary.tx.sql<Row>(
    `WITH back AS (
       DELETE FROM trash WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND kind = 'album' AND deleted_at > $3
       RETURNING id, state, deleted_at)
     SELECT * FROM back ORDER BY id`,
    [ids, lockedLibrary.ownerId, restoring.purgeCutoff],
  )
  let photos = 0
  for (const row of rows) {
    lockedLibrary.account.assertMayAddAlbum(restoring.plan)
    lockedLibrary.account.albums += 1
    photos += await restorePhotos(lockedLibrary, await findPhotosDeletedWith(lockedLibrary, row), restoring)
    await insertAlbum(lockedLibrary, row)
  }
  return { albums: rows.length, photos }
}

async function findPhotosDeletedWith({ tx }: Library, { id, deleted_at: deletedAt }: Row): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    'SELECT p.id FROM trashed_album_photos t JOIN photos p ON p.id = t.photo_id WHERE t.album_id = $1 AND p.deleted_at = $2',
    [id, deletedAt],
  )
  return rows.map(row => row.id)
}

async function insertAlbum(lockedLibrary: Library, { id, state }: Row): Promise<void> {
  const { tx, ownerId, now } = lockedLibrary
  const { createdAt, coverPhotoId, version, ...rest } = state
  const empty = Object.assign(Album.create(ownerId, now, { title: state.title }), rest)
  const album = Object.assign(empty, { id, version: version + 1, createdAt: new Date(createdAt) })
  await tx.em.insert(Album, album)
  tx.emit(albumRestored, id, album.state())
  const placed = await tx.sql<Placed>(RESTORE_POSITIONS, [id])
  await recordAlbumChange(lockedLibrary, album, { placed, added: placed.length })
  if (!placed.some(({ photoId }) => photoId === coverPhotoId)) return
  album.edit({ header: { photoId: coverPhotoId, x: state.coverX, y: state.coverY } }, now)
  await tx.em.update(Album, id, album)
  tx.emit(albumUpdated, id, album.state())
}

/** Restores the positions of photos that are not in the trash. The others stay stored until those photos are restored. */
const RESTORE_POSITIONS = `
  WITH back AS (
    DELETE FROM trashed_album_photos t USING photos p
    WHERE t.album_id = $1 AND p.id = t.photo_id AND p.deleted_at IS NULL
    RETURNING t.album_id, t.photo_id, t.position, t.added_at),
  placed AS (
    INSERT INTO album_photos (album_id, photo_id, position, added_at)
    SELECT album_id, photo_id, position, added_at FROM back RETURNING photo_id, position)
  SELECT photo_id AS "photoId", position FROM placed ORDER BY position, photo_id`
