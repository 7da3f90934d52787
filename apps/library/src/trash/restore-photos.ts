import type { Renditions } from '@daymark/contracts'
import type { Entitlement } from '@daymark/contracts'
import { Any } from 'typeorm'
import { storedSize } from '../accounts/account.entity.ts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange, type Placed } from '../albums/change-album.ts'
import { addToAlbum } from '../albums/add-photos.ts'
import { findFavorites } from '../albums/read-albums.ts'
import { countRestored } from '../lists/block-counts.ts'
import { emitPhotosRestored } from '../photos/photo-events.ts'
import { addFacets } from '../lists/facet-counts.ts'
import { reattachTags } from './restore-tags.ts'

type Sizes = { size: string; variants: Renditions | null }
type Back = Sizes & { id: string; number: number; liked: boolean }
/** Items that were deleted before `goneBefore` cannot be restored. */
export type Restoring = { plan: Entitlement; goneBefore: Date }

/** Restores photos into every list, count, album and tag that still exists. QUOTA_EXCEEDED: they exceed the storage limit. */
export async function restorePhotos(own: Library, ids: string[], { plan, goneBefore }: Restoring): Promise<number> {
  const rows = await own.tx.sql<Back>(BACK, [ids, own.ownerId, goneBefore])
  if (!rows.length) return 0
  const back = rows.map(row => row.id)
  const stored = rows.map(asStored)
  const otherFiles = (await own.tx.sql<Sizes>(OTHER_FILES, [back])).map(asStored)
  own.account.assertRoomFor(
    [...stored, ...otherFiles].reduce((sum, file) => sum + storedSize(file), 0),
    plan,
  )
  own.account.photosRestored(stored)
  own.account.filesAdded(otherFiles)
  countRestored(
    own,
    rows.map(row => row.number),
  )
  addFacets(own, back)
  await joinAlbums(own, back)
  await reattachTags(own, { photoIds: back })
  await addToFavorites(
    own,
    rows.filter(row => row.liked).map(row => row.id),
  )
  await emitPhotosRestored(own.tx, back)
  return back.length
}

const asStored = ({ size, variants }: Sizes) => ({ size: Number(size), variants })
/** Earlier versions and pending replacements. */
const OTHER_FILES = 'SELECT size, variants FROM photo_files WHERE photo_id = ANY($1::uuid[])'

/** Clears the idempotency key, which a new upload of the same file may use by now. */
const BACK = `
  WITH back AS (
    UPDATE photos SET deleted_at = NULL, version = version + 1, idempotency_key = NULL
    WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at > $3
    RETURNING id, size, variants, number, is_favorite AS liked)
  SELECT * FROM back`

async function joinAlbums(own: Library, photoIds: string[]): Promise<void> {
  const rows = await own.tx.sql<Placed & { albumId: string }>(
    `WITH back AS (
       DELETE FROM trashed_album_photos t USING albums a WHERE t.photo_id = ANY($1::uuid[]) AND a.id = t.album_id
       RETURNING t.album_id, t.photo_id, t.position, t.added_at),
     placed AS (
       INSERT INTO album_photos (album_id, photo_id, position, added_at)
       SELECT album_id, photo_id, position, added_at FROM back ON CONFLICT DO NOTHING RETURNING album_id, photo_id, position)
     SELECT album_id AS "albumId", photo_id AS "photoId", position FROM placed`,
    [photoIds],
  )
  const byAlbum = Map.groupBy(rows, row => row.albumId)
  const albums = byAlbum.size ? await own.tx.em.findBy(Album, { id: Any([...byAlbum.keys()]) }) : []
  for (const album of albums) {
    const placed = (byAlbum.get(album.id) ?? []).map(({ photoId, position }) => ({ photoId, position }))
    await recordAlbumChange(own, album, { placed, added: placed.length })
  }
}

/** Adds the liked photos to Favorites; photos without a stored position come last. */
async function addToFavorites(own: Library, photoIds: string[]): Promise<void> {
  if (!photoIds.length) return
  own.marks.add('likes')
  await addToAlbum(own, await findFavorites(own.tx.em, own.ownerId), photoIds)
}
