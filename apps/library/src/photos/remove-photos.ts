import { photoDeleted, type Renditions } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Any } from 'typeorm'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange } from '../albums/change-album.ts'
import { LibraryConfig } from '../config.ts'
import { detachTags } from '../tags/photo-tags.ts'
import { countRemovedPhotos, removeFacets } from '../lists/stored-counts.ts'
import { purgePhotos } from './purge-photos.job.ts'

type RemovedPhoto = {
  id: string
  filename: string
  size: string
  variants: Renditions | null
  number: number
  version: number
}

/**
 * Moves photos to the trash: removes them from every list, count, album and cover in one transaction. Rows, stored files, positions and
 * tags stay until the photos are purged, so that the owner can restore them (rule 25, L-MKT-07).
 */
@Injectable()
export class RemovePhotos {
  constructor(private readonly config: LibraryConfig) {}

  async moveToTrash(lockedLibrary: LockedLibrary, ids: string[]): Promise<void> {
    const removedPhotos = await markDeleted(lockedLibrary, ids)
    countRemovedPhotos(
      lockedLibrary,
      removedPhotos.map(photo => photo.number),
    )
    removeFacets(
      lockedLibrary,
      removedPhotos.map(photo => photo.id),
    )
    await removeFromAlbums(lockedLibrary, ids)
    await detachTags(lockedLibrary, ids)
    lockedLibrary.account.subtractPhotos(removedPhotos.map(({ size, variants }) => ({ size: Number(size), variants })))
    const deletedIds = removedPhotos.map(photo => photo.id)
    lockedLibrary.account.subtractFileSizes(await releaseOtherFiles(lockedLibrary, deletedIds))
    for (const { id: photoId, filename, version } of removedPhotos)
      lockedLibrary.tx.emit(photoDeleted, photoId, { photoId, ownerId: lockedLibrary.ownerId, filename, version })
    if (this.config.purgeAfterDays === 0) await purgePhotos(lockedLibrary.tx, 'id = ANY($1::uuid[])', [ids])
  }
}

const markDeleted = ({ tx, ownerId, now }: LockedLibrary, ids: string[]): Promise<RemovedPhoto[]> =>
  tx.sql<RemovedPhoto>(
    `UPDATE photos SET deleted_at = $3, version = version + 1
     WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL
     RETURNING id, filename, size, variants, number, version`,
    [ids, ownerId, now],
  )

/**
 * Clears the idempotency keys of earlier versions and pending replacements, so that new uploads can use them. Returns the sizes of these
 * files, whose storage the account no longer uses.
 */
async function releaseOtherFiles({ tx }: LockedLibrary, photoIds: string[]) {
  const files = await tx.sql<{ size: string; variants: Renditions | null }>(
    'UPDATE photo_files SET idempotency_key = NULL WHERE photo_id = ANY($1::uuid[]) RETURNING size, variants',
    [photoIds],
  )
  return files.map(({ size, variants }) => ({ size: Number(size), variants }))
}

async function removeFromAlbums(lockedLibrary: LockedLibrary, ids: string[]): Promise<void> {
  const removedRows = await lockedLibrary.tx.sql<{ album_id: string; photo_id: string }>(
    `WITH removed AS (
       DELETE FROM album_photos WHERE photo_id = ANY($1::uuid[]) RETURNING album_id, photo_id, position, added_at),
     trashed AS (
       INSERT INTO trashed_album_photos (album_id, photo_id, position, added_at)
       SELECT album_id, photo_id, position, added_at FROM removed ON CONFLICT DO NOTHING)
     SELECT album_id, photo_id FROM removed`,
    [ids],
  )
  const byAlbum = Map.groupBy(removedRows, row => row.album_id)
  const albums = byAlbum.size ? await lockedLibrary.tx.em.findBy(Album, { id: Any([...byAlbum.keys()]) }) : []
  for (const album of albums)
    await recordAlbumChange(lockedLibrary, album, { removed: byAlbum.get(album.id)?.map(row => row.photo_id) ?? [] })
}
