import { type Actor, figures, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

/** What is kept of each account, so that no photo is counted. */
const TOTALS = `
  SELECT coalesce(sum(photos), 0) AS images, coalesce(sum(originals + small + medium + large), 0) AS storage,
    coalesce(sum(albums), 0) AS albums, (SELECT count(*) FROM tags) AS tags
  FROM accounts`
/** From the index of each account's uploads alone (photos_by_date): only photos of that week are met, and no row is read. */
const UPLOADED = `
  SELECT coalesce(sum(n), 0) AS uploaded FROM accounts CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM photos WHERE owner_id = user_id AND created_at >= $1 AND deleted_at IS NULL
  ) uploads WHERE photos > 0`

@Handles(figures.library)
export class GetFigures implements Handler<typeof figures.library> {
  constructor(private readonly db: Database) {}

  async handle({ week }: Input<typeof figures.library>, actor: Actor) {
    requireSuperAdmin(actor)
    const [[totals], [recent]] = await Promise.all([
      this.db.sql<Record<'images' | 'storage' | 'albums' | 'tags', string>>(TOTALS),
      this.db.sql<{ uploaded: string }>(UPLOADED, [week]),
    ])
    return {
      images: Number(totals?.images),
      storage: Number(totals?.storage),
      albums: Number(totals?.albums),
      tags: Number(totals?.tags),
      uploadedWeek: Number(recent?.uploaded),
    }
  }
}
