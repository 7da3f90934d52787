import { type Actor, errors, type Input, type Output, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { newsPhotos } from './news-photos.ts'

type Asked = Input<typeof sharing.listChanges>
type Row = Omit<Output<typeof sharing.listChanges>['photos'][number], 'change'> & { isNew: boolean; total: number }
type Link = { albumId: string; ownerId: string; changes: string }

const PAGE = `
  WITH news AS (${newsPhotos('id, original_filename AS "originalFilename", title')})
  SELECT *, count(*) OVER ()::int AS total FROM news LIMIT $4 OFFSET $5`

/** Before all points: everything that the gallery shows. */
const BEGINNING = -1

/** What visitors are told as news, for the owner's programs: from the beginning, or from a point that was told before. */
@Handles(sharing.listChanges)
export class ListChanges implements Handler<typeof sharing.listChanges> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, since = BEGINNING, limit, offset }: Asked, { userId }: Actor) {
    const [link] =
      isId(linkId) && isId(userId)
        ? await this.db.sql<Link>(
            `SELECT l.album_id AS "albumId", l.owner_id AS "ownerId", a.changes::text AS changes
             FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2`,
            [linkId, userId],
          )
        : []
    if (!link) throw errors.SHARE_NOT_FOUND()
    // a mark that is ahead of it is of another history, from before a backup was brought back: everything is told
    const from = since > Number(link.changes) ? BEGINNING : since
    const rows = await this.db.sql<Row>(PAGE, [link.albumId, link.ownerId, from, limit, offset])
    const photos = rows.map(({ isNew, total: _, ...photo }) => ({
      ...photo,
      change: isNew ? ('new' as const) : ('corrected' as const),
    }))
    return { upTo: Number(link.changes), photos, total: rows[0]?.total ?? 0 }
  }
}
