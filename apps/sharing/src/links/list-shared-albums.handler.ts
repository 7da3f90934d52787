import {
  type Actor,
  MAX_COVER_RATIO,
  MAX_PREVIEWED_ALBUMS,
  MAX_SHARE_PREVIEWS,
  type SharedAlbumView,
  sharing,
  TOKEN_PREFIX_LENGTH,
} from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'

type SelectionSummary = NonNullable<SharedAlbumView['selection']>

/** Returns the owner's selections by id. They are read here, because only this service stores selections. */
async function findSelectionSummaries(db: Database, ownerId: string): Promise<Map<string, SelectionSummary>> {
  const rows = await db.sql<SelectionSummary & { id: string }>(
    `SELECT a.id, a.title, count(p.id)::int AS "photoCount", (array_agg(p.filename ORDER BY m.position)
              FILTER (WHERE p.id IS NOT NULL AND (greatest(p.width, p.height) > ${MAX_COVER_RATIO} * least(p.width, p.height)) IS NOT TRUE))[1] AS "coverFilename"
     FROM albums a
     LEFT JOIN album_photos m ON m.album_id = a.id AND m.present
     LEFT JOIN photos p ON p.id = m.photo_id AND p.variants IS NOT NULL
     WHERE a.id IN (SELECT album_id FROM links WHERE owner_id = $1 AND kind = 'selection') GROUP BY a.id`,
    [ownerId],
  )
  return new Map(rows.map(({ id, ...summary }) => [id, summary]))
}

type PreviewRow = Omit<SharedAlbumView, 'links' | 'selection'> & {
  id: string
  start: string
  revoked: boolean
  isActive: boolean
  viewCount: number
  lastViewedAt: Date | null
  expiresAt: Date | null
}

/**
 * Selects the first links of each shared album, with the totals of all links of the album. Reads the links of the owner once, by an index.
 */
const LIST_PREVIEWS = `
  SELECT id, start, revoked, "isActive", "viewCount", "lastViewedAt", "expiresAt", "albumId", total, active, views FROM (
    SELECT id, left(token, ${TOKEN_PREFIX_LENGTH}) AS start, revoked, "isActive", view_count AS "viewCount",
           last_viewed_at AS "lastViewedAt", expires_at AS "expiresAt", album_id AS "albumId",
           (count(*) OVER album)::int AS total, (count(*) FILTER (WHERE "isActive") OVER album)::int AS active,
           (sum(view_count) OVER album)::float8 AS views, max(created_at) OVER album AS newest,
           row_number() OVER (PARTITION BY album_id ORDER BY "isActive" DESC, created_at DESC, id DESC) AS place
    FROM (
      SELECT *, NOT revoked AND (expires_at IS NULL OR expires_at > $2) AS "isActive" FROM links WHERE owner_id = $1
    ) AS own WINDOW album AS (PARTITION BY album_id)
  ) AS ranked
  WHERE place <= ${MAX_SHARE_PREVIEWS} ORDER BY newest DESC, "albumId", place`

@RpcHandlers()
export class ListSharedAlbums {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(sharing.listSharedAlbums)
  async listSharedAlbums(_input: object, { userId }: Actor) {
    if (!isId(userId)) return []
    // S-OVER-09: whether a link is active depends on the current time
    const [rows, selections] = await Promise.all([
      this.db.sql<PreviewRow>(LIST_PREVIEWS, [userId, this.clock.now()]),
      findSelectionSummaries(this.db, userId),
    ])
    const albums = new Map<string, SharedAlbumView>()
    for (const row of rows) {
      const { albumId, total, active, views } = row
      const album = albums.get(albumId) ?? {
        albumId,
        selection: selections.get(albumId),
        total,
        active,
        views,
        links: [],
      }
      albums.set(albumId, album)
      if (albums.size <= MAX_PREVIEWED_ALBUMS) album.links.push(toPreview(row))
    }
    return [...albums.values()]
  }
}

const toPreview = ({ id, start, revoked, isActive, viewCount, lastViewedAt, expiresAt }: PreviewRow) => ({
  id,
  start,
  revoked,
  active: isActive,
  viewCount,
  lastViewedAt: lastViewedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})
