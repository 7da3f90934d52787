import { setTimeout as delay } from 'node:timers/promises'
import { errors } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const PATIENCE_MS = 2000
const FIRST_WAIT_MS = 10
const LONGEST_WAIT_MS = 100

type Progress = { ownerId: string; deleted: boolean; reached: number; gaps: boolean }

/** Waits until our copy of an album is what its owner just saw: a link must not show a photo that was taken out before. */
@Injectable()
export class CatchUp {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  /** UNAVAILABLE when the copy is still older than `version` after two seconds; the caller may simply try again. */
  async with(albumId: string, ownerId: string, version: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const album = await this.progress(albumId)
      if (album && (album.deleted || album.ownerId !== ownerId)) throw errors.ALBUM_NOT_FOUND()
      const isCurrent = album !== undefined && album.reached >= version
      if (isCurrent && !album.gaps) return
      if (performance.now() + wait > deadline) {
        // a photo that is not here yet is only missing for a moment; an old order could show too much
        if (isCurrent) return
        throw errors.UNAVAILABLE()
      }
      await delay(wait)
    }
  }

  private async progress(albumId: string): Promise<Progress | undefined> {
    const [row] = await this.db.sql<Progress>(
      `SELECT owner_id AS "ownerId", deleted, reached, EXISTS (
         SELECT FROM placements m LEFT JOIN photos p ON p.id = m.photo_id
         WHERE m.album_id = a.id AND m.present AND p.id IS NULL
       ) AS gaps
       FROM albums a WHERE id = $1`,
      [albumId],
    )
    return row
  }
}
