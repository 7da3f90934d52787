import {
  MAX_PREVIEWED_ALBUMS,
  SHARE_PREVIEWS,
  sharing,
  TOKEN_START,
  type Actor,
  type SharedAlbumView,
} from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'

const ISO = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** S-OVER-09: by the clock, as a visitor would be asked. $2 is now. */
const ACTIVE = 'NOT revoked AND (expires_at IS NULL OR expires_at > $2)'

/** One pass over the links of one owner, by index; nothing is asked per album or per link. */
const SHARED_ALBUMS = `
  SELECT album_id AS "albumId", count(*)::int AS total, (count(*) FILTER (WHERE active))::int AS active,
         sum(view_count)::float8 AS views,
         CASE WHEN row_number() OVER (ORDER BY max(created_at) DESC, album_id) > $3 THEN '[]'
         ELSE jsonb_agg(jsonb_build_object('id', id, 'start', left(token, ${TOKEN_START}), 'revoked', revoked, 'active', active,
           'viewCount', view_count, 'lastViewedAt', ${ISO('last_viewed_at')}, 'expiresAt', ${ISO('expires_at')}) ORDER BY place)
           FILTER (WHERE place <= ${SHARE_PREVIEWS}) END AS links
  FROM (
    SELECT *, ${ACTIVE} AS active,
           row_number() OVER (PARTITION BY album_id ORDER BY (${ACTIVE}) DESC, created_at DESC, id DESC) AS place
    FROM links WHERE owner_id = $1
  ) AS mine
  GROUP BY album_id ORDER BY max(created_at) DESC, album_id`

@Handles(sharing.listSharedAlbums)
export class ListSharedAlbums implements Handler<typeof sharing.listSharedAlbums> {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async handle(_input: object, { userId }: Actor) {
    if (!isId(userId)) return []
    return this.db.sql<SharedAlbumView>(SHARED_ALBUMS, [userId, this.clock.now(), MAX_PREVIEWED_ALBUMS])
  }
}
