import {
  type Actor,
  MAX_TOP_PHOTOS,
  MAX_LISTED_VISITS,
  errors,
  http,
  type Input,
  requireFeature,
  sharing,
} from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, Plans, RpcHandlers } from '@daymark/platform'
import { Link } from '../links/link.entity.ts'
import { type StoredHour, earliestPeriodStart, aggregateByDayAndHour } from './analytics-period.ts'

/** Selects the totals of link `$1`. The casts are needed, because pg returns a bigint as text. */
const SELECT_TOTALS = `
  SELECT COALESCE(sum(visits), 0)::int AS visits, COALESCE(sum(visitors), 0)::int AS visitors,
    COALESCE(sum(photo_views), 0)::int AS "photoViews", COALESCE(sum(seconds), 0)::float8 AS seconds
  FROM visit_hours WHERE link_id = $1`

/** Selects the most viewed photos of link `$1`. Excludes deleted photos, whose names are no longer stored. */
const SELECT_TOP_PHOTOS = `
  SELECT v.photo_id AS "photoId", v.views, v.downloads, p.filename, p.original_filename AS "originalFilename", p.title
  FROM visit_photos v JOIN photos p ON p.id = v.photo_id AND NOT p.deleted AND p.filename IS NOT NULL
  WHERE v.link_id = $1 AND v.views > 0 ORDER BY v.views DESC, v.downloads DESC, v.photo_id LIMIT ${MAX_TOP_PHOTOS}`

const SELECT_NEWEST_VISITS = `
  SELECT id, visitor_id AS "visitorId", started_at AS "startedAt", page_views AS "pageViews", photo_views AS "photoViews",
    duration_seconds AS "durationSeconds"
  FROM visits WHERE link_id = $1 ORDER BY started_at DESC, id DESC LIMIT ${MAX_LISTED_VISITS}`

const SELECT_DOWNLOADS = `
  SELECT type, downloads, photos::float8 AS photos FROM visit_downloads WHERE link_id = $1`

const SELECT_HOURS = `
  SELECT hour, visits, photo_views AS "photoViews" FROM visit_hours WHERE link_id = $1 AND hour >= $2`

type Totals = { visits: number; visitors: number; photoViews: number; seconds: number }
type TopPhoto = {
  photoId: string
  filename: string
  originalFilename: string
  title: string
  views: number
  downloads: number
}
type VisitRow = {
  id: string
  visitorId: string
  startedAt: Date
  pageViews: number
  photoViews: number
  durationSeconds: number
}
type DownloadRow = { type: string; downloads: number; photos: number }

@RpcHandlers()
export class GetGalleryAnalytics {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  /**
   * Returns the activity of visitors of a link (S-TRK-03). Reads aggregated figures instead of events, so that its duration does not grow
   * with the number of events.
   */
  @Handles(sharing.getAnalytics)
  async getAnalytics({ id, days, timeZone }: Input<typeof sharing.getAnalytics>, actor: Actor) {
    const now = this.clock.now()
    const link = await this.findOwnLink(id, actor)
    const period = { now, days, timeZone }
    // the queries run one after another, so that a request does not occupy several database connections
    const [totals] = await this.db.sql<Totals>(SELECT_TOTALS, [link.id])
    const photos = await this.db.sql<TopPhoto>(SELECT_TOP_PHOTOS, [link.id])
    const visits = await this.db.sql<VisitRow>(SELECT_NEWEST_VISITS, [link.id])
    const downloads = await this.db.sql<DownloadRow>(SELECT_DOWNLOADS, [link.id])
    const hours = await this.db.sql<StoredHour>(SELECT_HOURS, [link.id, earliestPeriodStart(period)])
    return {
      link: link.view(await this.findAlbumTitle(link), now),
      uniqueVisitors: totals?.visitors ?? 0,
      totalVisits: totals?.visits ?? 0,
      totalPhotoViews: totals?.photoViews ?? 0,
      avgDuration: totals?.visits ? Math.round(totals.seconds / totals.visits) : 0,
      topPhotos: photos,
      visits: visits.map(({ startedAt, ...visit }) => ({ ...visit, startedAt: startedAt.toISOString() })),
      downloads: http.DOWNLOAD_TYPES.map(type => {
        const { downloads: downloadCount = 0, photos: photoCount = 0 } = downloads.find(row => row.type === type) ?? {}
        return { type, downloads: downloadCount, photos: photoCount }
      }),
      ...aggregateByDayAndHour(hours, period),
    }
  }

  /**
   * Finds a link of the caller. Throws SHARE_NOT_FOUND, also for a link of another user, and otherwise PLAN_REQUIRED if the plan does not
   * include analytics (rule 14).
   */
  private async findOwnLink(id: string, { userId }: Actor): Promise<Link> {
    const linkId = parseIdOrThrow(errors.SHARE_NOT_FOUND, id)
    const link = await this.db
      .repository(Link)
      .findOneBy({ id: linkId, ownerId: parseIdOrThrow(errors.SHARE_NOT_FOUND, userId) })
    if (!link) throw errors.SHARE_NOT_FOUND()
    requireFeature(await this.plans.entitlementOf(userId), 'advanced_analytics', 'Analytics')
    return link
  }

  private async findAlbumTitle({ albumId }: Link): Promise<string> {
    const [album] = await this.db.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1', [albumId])
    return album?.title ?? ''
  }
}
