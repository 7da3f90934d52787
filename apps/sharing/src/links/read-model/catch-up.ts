import { errors } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

type Progress = { ownerId: string; deleted: boolean; since: number; reached: number; gaps: boolean }

/** Waits until our copy of an album is what its owner just saw: a link must not show a photo that was taken out before. */
@Injectable()
export class CatchUp {
  constructor(private readonly db: Database) {}

  /** UNAVAILABLE when the copy is still older than `version` after two seconds; the caller may simply try again. */
  async with(albumId: string, ownerId: string, version: number): Promise<void> {
    let isCurrent = false
    await this.db.pollUntilFound(async () => {
      const album = await this.progress(albumId)
      if (album && isGone(album, ownerId, version)) throw errors.ALBUM_NOT_FOUND()
      isCurrent = album !== undefined && !album.deleted && album.reached >= version
      return (isCurrent && !album?.gaps) || undefined
    })
    // a photo that is not here yet is only missing for a moment; an old order could show too much
    if (!isCurrent) throw errors.UNAVAILABLE()
  }

  private async progress(albumId: string): Promise<Progress | undefined> {
    const [row] = await this.db.sql<Progress>(
      `SELECT owner_id AS "ownerId", deleted, since, reached, EXISTS (
         SELECT FROM placements m LEFT JOIN photos p ON p.id = m.photo_id
         WHERE m.album_id = a.id AND m.present AND p.id IS NULL
       ) AS gaps
       FROM albums a WHERE id = $1`,
      [albumId],
    )
    return row
  }
}

/** One that is back may still count as deleted here. */
const isGone = (album: Progress, ownerId: string, version: number): boolean =>
  album.ownerId !== ownerId || (album.deleted && album.since >= version)
