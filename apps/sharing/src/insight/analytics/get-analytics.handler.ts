import { type Actor, errors, http, type Input, requirePlan, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, idOr, Plans } from '@daymark/platform'
import { Link } from '../../links/link.entity.ts'
import { type KeptHour, periodBegin, periodOf } from './period.ts'
import { DOWNLOADS, HOURS, NEWEST_VISITS, TOP_PHOTOS, TOTALS } from './statements.ts'

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

/** What visitors of one link did (S-TRK-03). Reads figures and never events, so that it takes as long for a million of them. */
@Handles(sharing.getAnalytics)
export class GetAnalytics implements Handler<typeof sharing.getAnalytics> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle({ id, days, timeZone }: Input<typeof sharing.getAnalytics>, actor: Actor) {
    const now = this.clock.now()
    const link = await this.own(id, actor)
    const asked = { now, days, timeZone }
    // one after the other: they are quick, and whoever asks much at once must not have every connection
    const [totals] = await this.db.sql<Totals>(TOTALS, [link.id])
    const photos = await this.db.sql<TopPhoto>(TOP_PHOTOS, [link.id])
    const visits = await this.db.sql<VisitRow>(NEWEST_VISITS, [link.id])
    const downloads = await this.db.sql<DownloadRow>(DOWNLOADS, [link.id])
    const hours = await this.db.sql<KeptHour>(HOURS, [link.id, periodBegin(asked)])
    return {
      link: link.view(await this.albumTitle(link), now),
      uniqueVisitors: totals?.visitors ?? 0,
      totalVisits: totals?.visits ?? 0,
      totalPhotoViews: totals?.photoViews ?? 0,
      avgDuration: totals?.visits ? Math.round(totals.seconds / totals.visits) : 0,
      topPhotos: photos,
      visits: visits.map(({ startedAt, ...visit }) => ({ ...visit, startedAt: startedAt.toISOString() })),
      downloads: http.DOWNLOAD_TYPES.map(type => {
        const { downloads: times = 0, photos: of = 0 } = downloads.find(row => row.type === type) ?? {}
        return { type, downloads: times, photos: of }
      }),
      ...periodOf(hours, asked),
    }
  }

  /** Somebody else's does not exist; then the plan decides (rule 14). */
  private async own(id: string, { userId }: Actor): Promise<Link> {
    const linkId = idOr(errors.SHARE_NOT_FOUND, id)
    const link = await this.db.repository(Link).findOneBy({ id: linkId, ownerId: idOr(errors.SHARE_NOT_FOUND, userId) })
    if (!link) throw errors.SHARE_NOT_FOUND()
    requirePlan(await this.plans.of(userId), 'canUseAnalytics', 'Analytics')
    return link
  }

  private async albumTitle({ albumId }: Link): Promise<string> {
    const [album] = await this.db.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1', [albumId])
    return album?.title ?? ''
  }
}
