import {
  albumArranged,
  albumCreated,
  albumDeleted,
  albumPurged,
  albumRestored,
  albumUpdated,
  type EventOf,
  photoDeleted,
  photoRestored,
  photoUpdated,
  watermarkChanged,
} from '@daymark/contracts'
import { Clock, type Commit, On, type Subscriber } from '@daymark/platform'
import { deleteLinks, LinkTrash, lockLinksOfAlbum, restoreTrashedLinks } from '../trash/trashed-links.ts'
import { purgeLinks } from '../trash/purge-links.job.ts'
import { applyAlbum, applyArrangement, applyPhoto, markAlbumDeleted, restoreAlbum } from './apply-events.ts'
import { MAX_VERSION } from './applied-version.ts'
import { recordPhotoChange } from './gallery-version.ts'

@On(albumArranged)
export class ApplyArrangement implements Subscriber<typeof albumArranged> {
  async on({ data }: EventOf<typeof albumArranged>, commit: Commit) {
    await commit(tx => applyArrangement(tx, data))
  }
}

/** S-SHARE-19: deletes the links of a deleted album. They are restored together with the album. */
@On(albumDeleted)
export class RemoveDeletedAlbum implements Subscriber<typeof albumDeleted> {
  constructor(
    private readonly clock: Clock,
    private readonly trash: LinkTrash,
  ) {}

  async on({ data: { albumId, ownerId, version = MAX_VERSION } }: EventOf<typeof albumDeleted>, commit: Commit) {
    await commit(async tx => {
      const [album] = await tx.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1 FOR UPDATE', [albumId])
      if (!(await markAlbumDeleted(tx, albumId, ownerId, version))) return
      const deletion = { title: album?.title ?? '', now: this.clock.now(), withAlbum: true }
      await this.trash.moveToTrash(tx, await lockLinksOfAlbum(tx, albumId), deletion)
    })
  }
}

/** L-MKT-08: removes a deleted photo from every link immediately. Its row keeps only the id and the version of the deletion. */
@On(photoDeleted)
export class DeletePhoto implements Subscriber<typeof photoDeleted> {
  async on({ data: { photoId, ownerId, version = 0 } }: EventOf<typeof photoDeleted>, commit: Commit) {
    await commit(async tx => {
      await tx.sql(
        `INSERT INTO photos (id, owner_id, version, deleted) VALUES ($1, $2, $3, true)
         ON CONFLICT (id) DO UPDATE
         SET deleted = true, version = $3, filename = null, original_filename = null, title = null, caption = null, width = null,
             height = null, orientation = null, placeholder = null, original = null, variants = null, taken_at = null,
             visitor_file = null, file_id = null, replaced_at = null
         WHERE photos.version < $3 OR $3 = 0`,
        [photoId, ownerId, version],
      )
      await tx.sql('DELETE FROM file_hashes h USING photos p WHERE h.photo_id = $1 AND p.id = $1 AND p.deleted', [
        photoId,
      ])
      recordPhotoChange(tx, ownerId, photoId)
    })
  }
}

/** Deletes an album and its links permanently, even if the event of its deletion has not arrived yet. */
@On(albumPurged)
export class PurgeAlbum implements Subscriber<typeof albumPurged> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { albumId, ownerId } }: EventOf<typeof albumPurged>, commit: Commit) {
    const now = this.clock.now()
    await commit(async tx => {
      await markAlbumDeleted(tx, albumId, ownerId, MAX_VERSION)
      await deleteLinks(tx, await lockLinksOfAlbum(tx, albumId), now)
      await purgeLinks(tx, 'album_id = $1', [albumId], now)
      tx.send('DELETE FROM upload_links WHERE album_id = $1 AND owner_id = $2', [albumId, ownerId])
    })
  }
}

@On([albumCreated, albumUpdated])
export class StoreAlbum implements Subscriber<typeof albumCreated | typeof albumUpdated> {
  async on({ data }: EventOf<typeof albumCreated | typeof albumUpdated>, commit: Commit) {
    await commit(tx => applyAlbum(tx, data))
  }
}

@On(photoUpdated, { onlyCommits: true })
export class StorePhoto implements Subscriber<typeof photoUpdated> {
  async on({ data }: EventOf<typeof photoUpdated>, commit: Commit) {
    await commit(async tx => applyPhoto(tx, data, false))
  }
}

@On(watermarkChanged)
export class StoreWatermark implements Subscriber<typeof watermarkChanged> {
  async on({ data: { ownerId, revision, exists } }: EventOf<typeof watermarkChanged>, commit: Commit) {
    await commit(async tx => {
      tx.send(
        `INSERT INTO watermarks (owner_id, revision, present) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET revision = $2, present = $3 WHERE watermarks.revision < $2`,
        [ownerId, revision, exists],
      )
    })
  }
}

/** Restores an album and the links that were deleted with it. */
@On(albumRestored)
export class RestoreAlbum implements Subscriber<typeof albumRestored> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof albumRestored>, commit: Commit) {
    await commit(async tx => {
      if (await restoreAlbum(tx, data))
        await restoreTrashedLinks(tx, 'album_id = $1 AND with_album', [data.albumId], this.clock.now())
    })
  }
}

/** Shows a restored photo again in the galleries of its albums and selections. */
@On(photoRestored)
export class RestorePhoto implements Subscriber<typeof photoRestored> {
  async on({ data }: EventOf<typeof photoRestored>, commit: Commit) {
    await commit(async tx => applyPhoto(tx, data, true))
  }
}
