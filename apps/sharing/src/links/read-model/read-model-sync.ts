import { errors } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

type AlbumState = {
  ownerId: string
  deleted: boolean
  discardedVersion: number
  appliedVersion: number
  hasMissingPhotos: boolean
}

/**
 * Waits until the read model contains the version of the album that its owner sees. Otherwise, a new link could show a photo that was
 * removed before.
 */
@Injectable()
export class ReadModelSync {
  constructor(private readonly db: Database) {}

  /**
   * Throws UNAVAILABLE if the read model is still older than `version` after two seconds, and ALBUM_NOT_FOUND if the album is deleted or
   * belongs to another user.
   */
  async waitForAlbum(albumId: string, ownerId: string, version: number): Promise<void> {
    let isCurrent = false
    await this.db.pollUntilFound(async () => {
      const album = await this.findAlbum(albumId)
      if (album && isDeletedOrForeign(album, ownerId, version)) throw errors.ALBUM_NOT_FOUND()
      isCurrent = album !== undefined && !album.deleted && album.appliedVersion >= version
      return (isCurrent && !album?.hasMissingPhotos) || undefined
    })
    // continues if only photos are missing, which arrive soon; an outdated album could show removed photos
    if (!isCurrent) throw errors.UNAVAILABLE()
  }

  private async findAlbum(albumId: string): Promise<AlbumState | undefined> {
    const [row] = await this.db.sql<AlbumState>(
      `SELECT owner_id AS "ownerId", deleted, discarded_version AS "discardedVersion", applied_version AS "appliedVersion", EXISTS (
         SELECT FROM album_photos m LEFT JOIN photos p ON p.id = m.photo_id
         WHERE m.album_id = a.id AND m.present AND p.id IS NULL
       ) AS "hasMissingPhotos"
       FROM albums a WHERE id = $1`,
      [albumId],
    )
    return row
  }
}

/**
 * Returns true if the album cannot be shared. A deletion older than `version` is ignored, because the event that restores the album may not
 * have arrived yet.
 */
const isDeletedOrForeign = (album: AlbumState, ownerId: string, version: number): boolean =>
  album.ownerId !== ownerId || (album.deleted && album.discardedVersion >= version)

/** Throws ALBUM_NOT_FOUND if the album is deleted. Its lock makes a concurrent deletion wait, which then also deletes the new link. */
export async function lockExistingAlbum(tx: Tx, albumId: string): Promise<void> {
  const locked = await tx.sql('SELECT id FROM albums WHERE id = $1 AND NOT deleted FOR SHARE', [albumId])
  if (!locked.length) throw errors.ALBUM_NOT_FOUND()
}
