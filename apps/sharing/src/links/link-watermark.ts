import { type Actor, errors, linkWatermarked, requireFeature, requireUser } from '@daymark/contracts'
import { Database, Plans, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Link } from './link.entity.ts'

/** rule 40: checks that the owner may use the watermark for a link: the plan includes watermarks, and a watermark image exists. */
@Injectable()
export class WatermarkRequirement {
  constructor(
    private readonly plans: Plans,
    private readonly db: Database,
  ) {}

  /**
   * Throws if `watermark` is true but the owner may not use a watermark. Waits until the read model contains `revision`, the revision of
   * the watermark that the media service returned to the caller.
   */
  async assertMet(watermark: boolean | undefined, revision: number | undefined, actor: Actor): Promise<void> {
    if (!watermark) return
    requireFeature(await this.plans.entitlementOf(requireUser(actor)), 'watermarks', 'Watermarking')
    if (!(await this.hasImage(actor.userId, revision ?? 0))) throw errors.WATERMARK_MISSING()
  }

  private async hasImage(ownerId: string, revision: number): Promise<boolean> {
    const watermark = await this.db.pollUntilFound(async () => {
      const [row] = await this.db.sql<{ revision: number; present: boolean }>(
        'SELECT revision, present FROM watermarks WHERE owner_id = $1',
        [ownerId],
      )
      const applied = row ?? { revision: 0, present: false }
      return applied.revision >= revision ? applied : undefined
    })
    if (!watermark) throw errors.UNAVAILABLE()
    return watermark.present
  }
}

const PHOTOS_PER_EVENT = 100

/**
 * Requests the watermarked renditions of all photos of a link, so that they exist before the first visit. `photoIds` in the events are ids
 * of files.
 */
export async function requestWatermarkRendering(tx: Tx, { id: linkId, ownerId, albumId }: Link): Promise<void> {
  const rows = await tx.sql<{ photoId: string }>(
    `SELECT coalesce(p.file_id, m.photo_id) AS "photoId" FROM album_photos m LEFT JOIN photos p ON p.id = m.photo_id
     WHERE m.album_id = $1 AND m.present ORDER BY m.position, m.photo_id`,
    [albumId],
  )
  for (let start = 0; start < rows.length; start += PHOTOS_PER_EVENT) {
    const photoIds = rows.slice(start, start + PHOTOS_PER_EVENT).map(({ photoId }) => photoId)
    tx.emit(linkWatermarked, linkId, { linkId, ownerId, photoIds })
  }
}
