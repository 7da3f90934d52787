import { type Actor, errors, type Input, requireSuperAdmin, work } from '@daymark/contracts'
import { Database, Handles, type Handler, idOr } from '@daymark/platform'

type Row = { id: string; ownerId: string; filename: string; size: string; uploadedAt: Date }
/** Ids grow with the time of the upload. One more than asked for says whether there is more. */
const LIST = `
  SELECT id, owner_id AS "ownerId", original_filename AS filename, size, created_at AS "uploadedAt" FROM photos
  WHERE status = 'failed' AND deleted_at IS NULL AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`

@Handles(work.failedPhotos)
export class ListFailedPhotos implements Handler<typeof work.failedPhotos> {
  constructor(private readonly db: Database) {}

  async handle({ after, limit }: Input<typeof work.failedPhotos>, actor: Actor) {
    requireSuperAdmin(actor)
    const last = after === undefined ? null : idOr(errors.NOT_FOUND, after)
    const rows = await this.db.sql<Row>(LIST, [last, limit + 1])
    const shown = rows.slice(0, limit)
    return {
      photos: shown.map(row => ({ ...row, size: Number(row.size), uploadedAt: row.uploadedAt.toISOString() })),
      nextAfter: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    }
  }
}
