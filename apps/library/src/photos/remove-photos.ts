import { photoDeleted, type Renditions } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Any } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange } from '../albums/change-album.ts'
import { LibraryConfig } from '../config.ts'
import { dropTags } from '../tags/photo-tags.ts'
import { countRemoved } from '../lists/block-counts.ts'
import { dropFacets } from '../lists/facet-counts.ts'
import { purge } from './purge-photos.job.ts'

type Gone = { id: string; filename: string; size: string; variants: Renditions | null; number: number; version: number }

/**
 * Moves photos to the trash: removes them from every list, count, album and cover in one transaction. Rows, stored files, positions
 * and tags stay for the grace period (rule 25, L-MKT-07), so that the owner can restore them.
 */
@Injectable()
export class RemovePhotos {
  constructor(private readonly config: LibraryConfig) {}

  async from(own: Library, ids: string[]): Promise<void> {
    const gone = await markDeleted(own, ids)
    countRemoved(
      own,
      gone.map(photo => photo.number),
    )
    dropFacets(
      own,
      gone.map(photo => photo.id),
    )
    await leaveAlbums(own, ids)
    await dropTags(own, ids)
    own.account.photosRemoved(gone.map(({ size, variants }) => ({ size: Number(size), variants })))
    const deleted = gone.map(photo => photo.id)
    own.account.filesDropped(await otherFiles(own, deleted))
    for (const { id: photoId, filename, version } of gone)
      own.tx.emit(photoDeleted, photoId, { photoId, ownerId: own.ownerId, filename, version })
    if (this.config.purgeAfterDays === 0) await purge(own.tx, 'id = ANY($1::uuid[])', [ids])
  }
}

const markDeleted = ({ tx, ownerId, now }: Library, ids: string[]): Promise<Gone[]> =>
  tx.sql<Gone>(
    `WITH gone AS (
       UPDATE photos SET deleted_at = $3, version = version + 1
       WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL
       RETURNING id, filename, size, variants, number, version)
     SELECT * FROM gone`,
    [ids, ownerId, now],
  )

/** Earlier versions and pending replacements, which go to the trash with their photos. Frees their idempotency keys. */
async function otherFiles({ tx }: Library, photoIds: string[]) {
  const files = await tx.sql<{ size: string; variants: Renditions | null }>(
    `WITH files AS (
       UPDATE photo_files SET idempotency_key = NULL WHERE photo_id = ANY($1::uuid[]) RETURNING size, variants)
     SELECT * FROM files`,
    [photoIds],
  )
  return files.map(({ size, variants }) => ({ size: Number(size), variants }))
}

async function leaveAlbums(own: Library, ids: string[]): Promise<void> {
  const left = await own.tx.sql<{ album_id: string; photo_id: string }>(
    `WITH left_now AS (
       DELETE FROM album_photos WHERE photo_id = ANY($1::uuid[]) RETURNING album_id, photo_id, position, added_at),
     kept AS (
       INSERT INTO trashed_album_photos (album_id, photo_id, position, added_at)
       SELECT album_id, photo_id, position, added_at FROM left_now ON CONFLICT DO NOTHING)
     SELECT album_id, photo_id FROM left_now`,
    [ids],
  )
  const byAlbum = Map.groupBy(left, row => row.album_id)
  const albums = byAlbum.size ? await own.tx.em.findBy(Album, { id: Any([...byAlbum.keys()]) }) : []
  for (const album of albums)
    await recordAlbumChange(own, album, { removed: byAlbum.get(album.id)?.map(row => row.photo_id) ?? [] })
}
