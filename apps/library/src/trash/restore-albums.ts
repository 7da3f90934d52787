import { albumRestored, albumUpdated } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { arrange, type Placed } from '../albums/arrange-album.ts'
import { type Restoring, restorePhotos } from './restore-photos.ts'
import type { AlbumState } from './trash-things.ts'

type Row = { id: string; state: AlbumState; deleted_at: Date }
/** Of albums, and of the photos that came with them. */
type Restored = { albums: number; photos: number }

/** With their photos in their order, as far as these are there; those that were deleted together with an album come back with it. */
export async function restoreAlbums(own: Library, ids: string[], restoring: Restoring): Promise<Restored> {
  const rows = await own.tx.sql<Row>(
    `WITH back AS (
       DELETE FROM trash WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND kind = 'album' AND deleted_at > $3
       RETURNING id, state, deleted_at)
     SELECT * FROM back ORDER BY id`,
    [ids, own.ownerId, restoring.goneBefore],
  )
  let photos = 0
  for (const row of rows) {
    own.account.assertMayAddAlbum(restoring.plan)
    own.account.albums += 1
    photos += await restorePhotos(own, await deletedWith(own, row), restoring)
    await takeIn(own, row)
  }
  return { albums: rows.length, photos }
}

async function deletedWith({ tx }: Library, { id, deleted_at: at }: Row): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    'SELECT p.id FROM trashed_album_photos t JOIN photos p ON p.id = t.photo_id WHERE t.album_id = $1 AND p.deleted_at = $2',
    [id, at],
  )
  return rows.map(row => row.id)
}

async function takeIn(own: Library, { id, state }: Row): Promise<void> {
  const { tx, ownerId, now } = own
  const { createdAt, coverPhotoId, version, ...rest } = state
  const empty = Object.assign(Album.create(ownerId, now, { title: state.title }), rest)
  const album = Object.assign(empty, { id, version: version + 1, createdAt: new Date(createdAt) })
  await tx.em.insert(Album, album)
  tx.emit(albumRestored, id, album.state())
  const placed = await tx.sql<Placed>(PLACED, [id])
  await arrange(own, album, { placed, came: placed.length })
  if (!placed.some(({ photoId }) => photoId === coverPhotoId)) return
  album.edit({ header: { photoId: coverPhotoId, x: state.coverX, y: state.coverY } }, now)
  await tx.em.update(Album, id, album)
  tx.emit(albumUpdated, id, album.state())
}

/** The places of photos that are in the trash wait for these. */
const PLACED = `
  WITH back AS (
    DELETE FROM trashed_album_photos t USING photos p
    WHERE t.album_id = $1 AND p.id = t.photo_id AND p.deleted_at IS NULL
    RETURNING t.album_id, t.photo_id, t.position, t.added_at),
  placed AS (
    INSERT INTO album_photos (album_id, photo_id, position, added_at)
    SELECT album_id, photo_id, position, added_at FROM back RETURNING photo_id, position)
  SELECT photo_id AS "photoId", position FROM placed ORDER BY position, photo_id`
