import type { Renditions } from '@daymark/contracts'
import type { Entitlement } from '@daymark/contracts'
import { Any } from 'typeorm'
import { storedSize } from '../accounts/account.entity.ts'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { arrange, type Placed } from '../albums/arrange-album.ts'
import { placePhotos } from '../albums/place-photos.ts'
import { findFavorites } from '../albums/find-album.ts'
import { countBackIn } from '../photos/photo-blocks.ts'
import { emitPhotosRestored } from '../photos/photo-events.ts'
import { addFacets } from '../photos/photo-facets.ts'
import { attachAgain } from './restore-tags.ts'

type Sizes = { size: string; variants: Renditions | null }
type Back = Sizes & { id: string; number: number; liked: boolean }
/** What was deleted until then is due, and comes back no more. */
export type Restoring = { plan: Entitlement; goneBefore: Date }

/** Into every view, count, album and tag that they were in and that is there still. QUOTA_EXCEEDED: there is no room for them. */
export async function restorePhotos(own: Library, ids: string[], { plan, goneBefore }: Restoring): Promise<number> {
  const rows = await own.tx.sql<Back>(BACK, [ids, own.ownerId, goneBefore])
  if (!rows.length) return 0
  const back = rows.map(row => row.id)
  const stored = rows.map(asStored)
  const beside = (await own.tx.sql<Sizes>(BESIDE, [back])).map(asStored)
  own.account.assertRoomFor(
    [...stored, ...beside].reduce((sum, file) => sum + storedSize(file), 0),
    plan,
  )
  own.account.photosRestored(stored)
  own.account.filesKept(beside)
  countBackIn(
    own,
    rows.map(row => row.number),
  )
  addFacets(own, back)
  await joinAlbums(own, back)
  await attachAgain(own, { photoIds: back })
  await like(
    own,
    rows.filter(row => row.liked).map(row => row.id),
  )
  await emitPhotosRestored(own.tx, back)
  return back.length
}

const asStored = ({ size, variants }: Sizes) => ({ size: Number(size), variants })
/** Earlier versions, and what was to take the place of something. */
const BESIDE = 'SELECT size, variants FROM photo_files WHERE photo_id = ANY($1::uuid[])'

/** An upload that was sent again meanwhile has the key now. */
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
    await arrange(own, album, { placed, came: placed.length })
  }
}

/** They are in Favorites again; those whose place there is not known any more come last. */
async function like(own: Library, photoIds: string[]): Promise<void> {
  if (!photoIds.length) return
  own.marks.add('likes')
  await placePhotos(own, await findFavorites(own.tx.em, own.ownerId), photoIds)
}
