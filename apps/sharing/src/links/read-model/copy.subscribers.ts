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
import { removeLinks } from '../remove-links.ts'
import { bringBack } from '../trash/bring-back.ts'
import { purgeLinks } from '../trash/purge-links.ts'
import { linksOfAlbum, TrashLinks } from '../trash/trash-links.ts'
import { arrange, bringBackAlbum, forgetAlbum, rememberAlbum } from './album-copy.ts'
import { FOR_EVER } from './album-reached.ts'
import { photoChanges } from './gallery-changes.ts'
import { rememberPhoto } from './photo-copy.ts'

@On(albumArranged)
export class ArrangeAlbum implements Subscriber<typeof albumArranged> {
  async on({ data }: EventOf<typeof albumArranged>, commit: Commit) {
    await commit(tx => arrange(tx, data))
  }
}

/** S-SHARE-19: the links of a deleted album end with it; they come back with it too. */
@On(albumDeleted)
export class ForgetAlbum implements Subscriber<typeof albumDeleted> {
  constructor(
    private readonly clock: Clock,
    private readonly trash: TrashLinks,
  ) {}

  async on({ data: { albumId, ownerId, version = FOR_EVER } }: EventOf<typeof albumDeleted>, commit: Commit) {
    await commit(async tx => {
      const [album] = await tx.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1 FOR UPDATE', [albumId])
      if (!(await forgetAlbum(tx, albumId, ownerId, version))) return
      const ended = { title: album?.title ?? '', now: this.clock.now(), withAlbum: true }
      await this.trash.put(tx, await linksOfAlbum(tx, albumId), ended)
    })
  }
}

/** L-MKT-08: a deleted photo is out of every link at once. The tombstone keeps nothing of it but its id and the version that ended it. */
@On(photoDeleted)
export class ForgetPhoto implements Subscriber<typeof photoDeleted> {
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
      photoChanges(tx, ownerId, photoId)
    })
  }
}

/** Nothing of the album comes back; it may be that its deletion has not been heard of yet. */
@On(albumPurged)
export class PurgeAlbum implements Subscriber<typeof albumPurged> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { albumId, ownerId } }: EventOf<typeof albumPurged>, commit: Commit) {
    const now = this.clock.now()
    await commit(async tx => {
      await forgetAlbum(tx, albumId, ownerId, FOR_EVER)
      await removeLinks(tx, await linksOfAlbum(tx, albumId), now)
      await purgeLinks(tx, 'album_id = $1', [albumId], now)
      void tx.sql('DELETE FROM upload_links WHERE album_id = $1 AND owner_id = $2', [albumId, ownerId])
    })
  }
}

@On(albumCreated)
export class RememberCreatedAlbum implements Subscriber<typeof albumCreated> {
  async on({ data }: EventOf<typeof albumCreated>, commit: Commit) {
    await commit(tx => rememberAlbum(tx, data))
  }
}

@On(photoUpdated)
export class RememberPhoto implements Subscriber<typeof photoUpdated> {
  async on({ data }: EventOf<typeof photoUpdated>, commit: Commit) {
    await commit(async tx => rememberPhoto(tx, data, false))
  }
}

@On(albumUpdated)
export class RememberUpdatedAlbum implements Subscriber<typeof albumUpdated> {
  async on({ data }: EventOf<typeof albumUpdated>, commit: Commit) {
    await commit(tx => rememberAlbum(tx, data))
  }
}

@On(watermarkChanged)
export class RememberWatermark implements Subscriber<typeof watermarkChanged> {
  async on({ data: { ownerId, revision, exists } }: EventOf<typeof watermarkChanged>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(
        `INSERT INTO watermarks (owner_id, revision, present) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET revision = $2, present = $3 WHERE watermarks.revision < $2`,
        [ownerId, revision, exists],
      )
    })
  }
}

/** The links that ended with the album are there again. */
@On(albumRestored)
export class RestoreAlbum implements Subscriber<typeof albumRestored> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof albumRestored>, commit: Commit) {
    await commit(async tx => {
      if (await bringBackAlbum(tx, data))
        await bringBack(tx, 'album_id = $1 AND with_album', [data.albumId], this.clock.now())
    })
  }
}

/** In the galleries of its albums and selections again. */
@On(photoRestored)
export class RestorePhoto implements Subscriber<typeof photoRestored> {
  async on({ data }: EventOf<typeof photoRestored>, commit: Commit) {
    await commit(async tx => rememberPhoto(tx, data, true))
  }
}
