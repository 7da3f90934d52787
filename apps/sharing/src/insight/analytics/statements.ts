import { ANALYTICS_TOP_PHOTOS, ANALYTICS_VISITS } from '@daymark/contracts'

/** What analytics of a link are read with; `$1` is the link. Sums of bigint would come as text. */
export const TOTALS = `
  SELECT COALESCE(sum(visits), 0)::int AS visits, COALESCE(sum(visitors), 0)::int AS visitors,
    COALESCE(sum(photo_views), 0)::int AS "photoViews", COALESCE(sum(seconds), 0)::float8 AS seconds
  FROM visit_hours WHERE link_id = $1`

/** Photos that were deleted have no name any more. */
export const TOP_PHOTOS = `
  SELECT v.photo_id AS "photoId", v.views, v.downloads, p.filename, p.original_filename AS "originalFilename", p.title
  FROM visit_photos v JOIN photos p ON p.id = v.photo_id AND NOT p.deleted AND p.filename IS NOT NULL
  WHERE v.link_id = $1 AND v.views > 0 ORDER BY v.views DESC, v.downloads DESC, v.photo_id LIMIT ${ANALYTICS_TOP_PHOTOS}`

export const NEWEST_VISITS = `
  SELECT id, visitor_id AS "visitorId", started_at AS "startedAt", page_views AS "pageViews", photo_views AS "photoViews",
    duration_seconds AS "durationSeconds"
  FROM visits WHERE link_id = $1 ORDER BY started_at DESC, id DESC LIMIT ${ANALYTICS_VISITS}`

export const DOWNLOADS = `
  SELECT type, downloads, photos::float8 AS photos FROM visit_downloads WHERE link_id = $1`

export const HOURS = `
  SELECT hour, visits, photo_views AS "photoViews" FROM visit_hours WHERE link_id = $1 AND hour >= $2`
