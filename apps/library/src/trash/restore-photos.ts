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
type RestoredRow = Sizes & { id: string; number: number; liked: boolean }
/** Items that were deleted before `purgeCutoff` cannot be restored. */
export type Restoring = { plan: Entitlement; purgeCutoff: Date }

/** Restores photos into every list, count, album and tag that still exists. Throws QUOTA_EXCEEDED if they exceed the storage limit. */
export async function restorePhotos(
  lockedLibrary: Library,
  ids: string[],
  { plan, purgeCutoff }: Restoring,
): Promise<number> {
  const rows = await lockedLibrary.tx.sql<RestoredRow>(UNDELETE_PHOTOS, [ids, lockedLibrary.ownerId, purgeCutoff])
  if (!rows.length) return 0
  const restoredIds = rows.map(row => row.id)
  const stored = rows.map(toStored)
  const otherFiles = (await lockedLibrary.tx.sql<Sizes>(SELECT_OTHER_FILES, [restoredIds])).map(toStored)
  lockedLibrary.account.assertWithinQuota(
    [...stored, ...otherFiles].reduce((sum, file) => sum + storedSize(file), 0),
    plan,
  )
  lockedLibrary.account.photosRestored(stored)
  lockedLibrary.account.filesAdded(otherFiles)
  countRestored(
    lockedLibrary,
    rows.map(row => row.number),
  )
  addFacets(lockedLibrary, restoredIds)
  await restoreAlbumMembership(lockedLibrary, restoredIds)
  await reattachTags(lockedLibrary, { photoIds: restoredIds })
  await addToFavorites(
    lockedLibrary,
    rows.filter(row => row.liked).map(row => row.id),
  )
  await emitPhotosRestored(lockedLibrary.tx, restoredIds)
  return restoredIds.length
}

const toStored = ({ size, variants }: Sizes) => ({ size: Number(size), variants })
/** Earlier versions and pending replacements of the photos. */
const SELECT_OTHER_FILES = 'SELECT size, variants FROM photo_files WHERE photo_id = ANY($1::uuid[])'

/** Clears the idempotency key, which a new upload of the same file may use by now. */
const UNDELETE_PHOTOS = `
  WITH back AS (
    UPDATE photos SET deleted_at = NULL, version = version + 1, idempotency_key = NULL
    WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at > $3
    RETURNING id, size, variants, number, is_favorite AS liked)
  SELECT * FROM back`

async function restoreAlbumMembership(lockedLibrary: Library, photoIds: string[]): Promise<void> {
  const rows = await lockedLibrary.tx.sql<Placed & { albumId: string }>(
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
  const albums = byAlbum.size ? await lockedLibrary.tx.em.findBy(Album, { id: Any([...byAlbum.keys()]) }) : []
  for (const album of albums) {
    const placed = (byAlbum.get(album.id) ?? []).map(({ photoId, position }) => ({ photoId, position }))
    await recordAlbumChange(lockedLibrary, album, { placed, added: placed.length })
  }
}

/** Adds liked photos to Favorites. Photos whose position was not stored are added at the end. */
async function addToFavorites(lockedLibrary: Library, photoIds: string[]): Promise<void> {
  if (!photoIds.length) return
  lockedLibrary.marks.add('likes')
  await addToAlbum(lockedLibrary, await findFavorites(lockedLibrary.tx.em, lockedLibrary.ownerId), photoIds)
}
